import { beforeEach, expect, test, vi } from 'vitest'
import type { Dashboards, Figures } from '../../server/api/dashboards'
import { BusyError } from '../../server/api/http-error'
import { readFigures } from '../../server/dashboards/readings'
import { figuresExample } from '../support/report-examples'

beforeEach(() => void vi.useFakeTimers())

/** A provider whose readings end when the test says so, by 'organisation dashboard'. */
function openDashboards() {
  const begun: string[] = []
  const ends = new Map<string, (figures: Figures | Error) => void>()
  const dashboards: Dashboards = {
    all: [],
    selectsBySlug: false,
    linkFor: async () => ({ url: '', expiresIn: null }),
    figuresFor: ({ id }, dashboard) =>
      new Promise((resolve, reject) => {
        const name = `${id} ${dashboard}`
        begun.push(name)
        ends.set(name, (end) => (end instanceof Error ? reject(end) : resolve(end)))
      }),
  }
  const read = (name: string, purpose: 'mail' | 'preview' = 'preview') => {
    const [id = '', dashboard = ''] = name.split(' ')
    const organisation = { id, name: id, slug: id, createdAt: new Date(0) }
    const services = { dashboards, clock: () => new Date() }
    const reading = readFigures(services, organisation, dashboard, purpose)
    reading.catch(() => {})
    return reading
  }
  async function end(name: string, figures: Figures | Error = figuresExample(1)) {
    await vi.advanceTimersByTimeAsync(0)
    ends.get(name)?.(figures)
    await vi.advanceTimersByTimeAsync(0)
  }
  const begunNow = async () => {
    await vi.advanceTimersByTimeAsync(0)
    return begun.splice(0)
  }
  return { read, end, begunNow }
}

test('figures are shared for 15 seconds, and a failure only with those who wait for it', async () => {
  const { read, end, begunNow } = openDashboards()
  const both = [read('a sales'), read('a sales', 'mail')]
  await end('a sales', new Error('It took too long.'))
  for (const reading of both) await expect(reading).rejects.toThrow('It took too long.')
  const again = read('a sales')
  await end('a sales', figuresExample(5))
  await vi.advanceTimersByTimeAsync(14_000)
  expect(await read('a sales')).toBe(await again)
  expect(await begunNow()).toEqual(['a sales', 'a sales'])
  await vi.advanceTimersByTimeAsync(2_000)
  void read('a sales')
  expect(await begunNow()).toEqual(['a sales'])
})

test('a server reads four dashboards at once, two of an organisation, in turns and mails first', async () => {
  const { read, end, begunNow } = openDashboards()
  for (const name of ['1', '2', '3', '4']) void read(`a ${name}`)
  expect(await begunNow()).toEqual(['a 1', 'a 2'])
  for (const name of ['b 1', 'b 2', 'c 1', 'd 1']) void read(name)
  expect(await begunNow()).toEqual(['b 1', 'b 2'])
  void read('a 5', 'mail')
  await end('b 1')
  expect(await begunNow()).toEqual(['c 1'])
  await end('a 1')
  expect(await begunNow()).toEqual(['a 5'])
  await end('a 2')
  expect(await begunNow()).toEqual(['d 1'])
  // A mail that joins a waiting preview comes first as well.
  void read('a 4', 'mail')
  await end('b 2')
  expect(await begunNow()).toEqual(['a 4'])
})

test('a preview that can’t be read soon is refused, and its dashboard is read for the next attempt', async () => {
  const { read, end, begunNow } = openDashboards()
  for (const name of ['a 1', 'a 2', 'b 1', 'b 2']) void read(name)
  const late = read('c 1')
  const mail = read('e 1', 'mail')
  for (let count = 2; count < 20; count += 1) void read(`d${count} 1`)
  const tooMany = read('e 2')
  await expect(tooMany).rejects.toThrow(BusyError)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(late).rejects.toMatchObject({
    status: 503,
    message: 'Many dashboards are being read at this moment. Please try again in a few seconds.',
    details: { headers: { 'Retry-After': '10' } },
  })
  await begunNow()
  await end('a 1')
  await end('e 1', figuresExample(7))
  expect((await mail)?.figures[0]?.value).toBe(7)
  expect(await begunNow()).toEqual(['e 1', 'c 1'])
  const again = read('c 1')
  await end('c 1', figuresExample(8))
  expect((await again)?.figures[0]?.value).toBe(8)
})

test('a place to wait is kept by no organisation with many dashboards, nor by refused previews', async () => {
  const { read, end, begunNow } = openDashboards()
  for (let count = 1; count <= 30; count += 1) void read(`a ${count}`)
  for (const name of ['b 1', 'b 2', 'c 1']) void read(name)
  // Every place is taken.
  for (let count = 1; count <= 20; count += 1) void read(`d${count} 1`)
  await begunNow()
  await end('b 1')
  expect(await begunNow()).toEqual(['c 1'])
  await vi.advanceTimersByTimeAsync(10_000)
  void read('e 1')
  await begunNow()
  await end('b 2')
  expect(await begunNow()).toEqual(['e 1'])
})
