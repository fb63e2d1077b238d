import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { minute } from '../../server/lib/time'
import type { StoreState } from '../../server/node/deferred-store'
import { createHealth, type Reason } from '../../server/node/watch/health'
import { watchLastingProblems } from '../../server/node/watch/lasting-problems'
import { createMetrics } from '../../server/node/watch/metrics'

const open = (): StoreState => 'open'

test('a server whose database hangs is not ready after 2 s, and still alive', async () => {
  vi.useFakeTimers()
  const { routes, saw, reasonsNotReady } = createHealth(
    { probe: () => new Promise(() => {}) },
    open,
  )
  saw('reachable')
  expect(await reasonsNotReady()).toEqual([])
  // What background work saw counts no longer.
  await vi.advanceTimersByTimeAsync(6_000)
  let answer: Response | undefined
  void Promise.resolve(routes.request('/readyz')).then((given) => {
    answer = given
  })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(answer).toBeUndefined()
  expect((await routes.request('/healthz')).status).toBe(200)
  await vi.advanceTimersByTimeAsync(1)
  expect(answer?.status).toBe(503)
  expect(await answer?.json()).toMatchObject({ status: 'not ready', database: 'unreachable' })
})

test('a server says why it is not ready: its database, its disk, a migration, or its end', async () => {
  const state: { store: StoreState; isFull: boolean } = { store: 'open', isFull: false }
  const probe = vi.fn(async () => 'busy' as const)
  const { reasonsNotReady, drain, saw, routes } = createHealth(
    { probe },
    () => state.store,
    undefined,
    () => state.isFull,
  )
  const ask = async (path: string) => {
    const answer = await routes.request(path)
    return [answer.status, await answer.json()]
  }
  expect(await reasonsNotReady()).toEqual([])
  expect(await ask('/readyz')).toMatchObject([200, { status: 'ready' }])
  expect(probe).toHaveBeenCalledOnce()
  saw('read-only')
  expect(await ask('/readyz')).toMatchObject([503, { database: 'read-only' }])
  expect(await reasonsNotReady()).toEqual(['read-only'])
  saw('reachable')
  state.isFull = true
  expect(await ask('/readyz')).toMatchObject([503, { database: 'reachable', disk: 'full' }])
  expect(await ask('/readyz/site')).toMatchObject([200, { status: 'ready' }])
  expect(await reasonsNotReady()).toEqual(['disk-full'])
  saw(null)
  await reasonsNotReady()
  expect(probe).toHaveBeenCalledTimes(2)
  Object.assign(state, { store: 'migrating', isFull: false })
  expect(await ask('/healthz')).toMatchObject([200, { status: 'migrating' }])
  expect(await ask('/readyz')).toMatchObject([503, { migrations: 'running' }])
  expect(await reasonsNotReady()).toEqual(['migrating'])
  state.store = 'closed'
  drain()
  expect(await reasonsNotReady()).toEqual(['unreachable', 'draining'])
  expect(await ask('/readyz')).toMatchObject([503, { draining: true }])
  expect(await ask('/readyz/site')).toMatchObject([503, { draining: true }])
})

const megabyte = 1024 * 1024

function watched(state: { reasons: Reason[]; free: number | null }) {
  vi.useFakeTimers()
  const lines: unknown[][] = []
  const metrics = createMetrics()
  const end = watchLastingProblems({
    health: { reasonsNotReady: async () => state.reasons },
    freeSpace: state.free === null ? null : () => state.free ?? 0,
    metrics,
    log: { info() {}, error: (...line) => lines.push(line) },
  })
  return { lines, metrics, end }
}

test('what keeps a server from working is logged each minute while it lasts, and not afterwards', async () => {
  const state: { reasons: Reason[]; free: number } = { reasons: [], free: 300 * megabyte }
  const { lines, metrics, end } = watched(state)
  await vi.advanceTimersByTimeAsync(minute)
  expect(lines).toEqual([])
  state.reasons = ['draining']
  await vi.advanceTimersByTimeAsync(minute)
  expect(lines, 'a normal stop').toEqual([])
  state.reasons = ['read-only', 'draining']
  state.free = 100 * megabyte
  await vi.advanceTimersByTimeAsync(minute)
  const said = [
    ['The server is not ready', { reasons: 'read-only' }],
    ['The disk of the data folder is nearly full', { bytes: 100 * megabyte }],
  ]
  expect(lines).toEqual(said)
  const text = await metrics.text()
  expect(text).toContain('orglens_not_ready{kind="read-only"} 1\n')
  expect(text).toContain(`orglens_data_disk_free_bytes{kind="data"} ${100 * megabyte}\n`)
  state.reasons = []
  state.free = 300 * megabyte
  await vi.advanceTimersByTimeAsync(minute)
  end()
  state.reasons = ['unreachable']
  await vi.advanceTimersByTimeAsync(minute)
  expect(lines).toEqual(said)
})

test('a process without file descriptors says so, once a minute', async () => {
  const { lines, end } = watched({ reasons: [], free: null })
  await vi.advanceTimersByTimeAsync(5_000)
  vi.spyOn(fs, 'openSync').mockImplementation(() => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
  })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(lines).toEqual([['The process has no file descriptors left: new connections are closed']])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(lines).toHaveLength(2)
  end()
})

test('metrics tell failed calls of a service from others, and outlive a gauge that fails or hangs', async () => {
  const metrics = createMetrics()
  const send = async (to: string) =>
    to === 'nobody' ? await Promise.reject(new Error('refused')) : to
  const watched = metrics.watch('mail', { name: 'the mail server', send })
  expect([watched.name, await watched.send('ada')]).toEqual(['the mail server', 'ada'])
  await expect(watched.send('nobody')).rejects.toThrow('refused')
  let kind = 'first'
  metrics.addGauge('orglens_example', 'An example.', async () => ({ [kind]: 1 }))
  metrics.addGauge('orglens_failing', 'It fails.', () => Promise.reject(new Error()))
  metrics.countRequest('login', 200, 2.4)
  const text = await metrics.text()
  const called = 'orglens_service_call_duration_seconds_count{service="mail",call="send",outcome='
  for (const line of [
    ...[`${called}"success"} 1`, `${called}"failure"} 1`],
    'orglens_service_calls_under_way{service="mail"} 0',
    'orglens_example{kind="first"} 1',
    // An alert compares with 2.5 s.
    'orglens_request_duration_seconds_bucket{le="2.5",route="login",status="200"} 1',
  ]) {
    expect(text).toContain(`${line}\n`)
  }
  vi.useFakeTimers()
  metrics.addGauge('orglens_hanging', 'It hangs.', () => new Promise(() => {}))
  kind = 'second'
  const beside = metrics.text()
  await vi.advanceTimersByTimeAsync(3_000)
  expect((await beside).match(/^orglens_example.*/gm)).toEqual(['orglens_example{kind="second"} 1'])
})
