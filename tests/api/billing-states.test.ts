import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HttpError } from '../../server/api/http-error'
import { keepRenewing, stopRenewing } from '../../server/billing/plan/billing-details'
import { renewalOf } from '../../server/billing/plan/renewals'
import { day, hour, second } from '../../server/lib/time'
import { byNobody } from '../support/buying'
import { keepBook } from './billing/charges'
import { growth, type Shop } from './billing/organisation'
import { openWithPlan } from './billing/provider'

/** The states and transitions of docs/billing.md, each tried. */

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''))
const lines = readFileSync('docs/billing.md', 'utf8').split('\n')
const header = lines.findIndex((line) => line.startsWith('| State | charge works'))
const events = cellsOf(lines[header] ?? '').slice(1)
const rows = lines
  .slice(header + 2, lines.indexOf('', header))
  .map((line) => cellsOf(line))
  .map(([state = '', ...cells]) => ({ state, cells }))

/** The provider's event names. */
const statuses: Record<string, string> = {
  'charge works': 'active',
  'charge fails': 'pending',
  'provider gives up': 'halted',
  'provider pauses': 'paused',
  'ends there': 'cancelled',
}
const told = Object.keys(statuses)
const ongoing = told.filter((event) => event !== 'ends there')

/** A plan three days before its period's end, and the events that may happen to it. */
async function openPlan(state: string) {
  const { id, ...shop } = await openWithPlan(growth)
  const { services, organisation } = shop
  const end = new Date(services.clock().getTime() + 3 * day)
  const passTo = (fromEnd: number) => shop.passTo(new Date(end.getTime() + fromEnd))
  const provider = keepBook(shop, id, end)
  const report = async (status: string, paidCount = 1) => {
    shop.pass(2 * second)
    Object.assign(provider.book, { status, paid_count: paidCount })
    await provider.event()()
    await shop.work()
  }
  await report('active')
  const status = { authorised: 'authenticated', pending: 'pending', halted: 'halted' }[state]
  if (state === 'paused') await report('paused')
  if (status) await report(status, state === 'authorised' ? 0 : 1)
  if (['stopped', 'told'].includes(state)) await stopRenewing(services, organisation, byNobody)
  if (state === 'told') await passTo(-2 * day + hour)
  if (state === 'ended') await shop.cancel()
  await shop.work()

  const actions: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(told.map((event) => [event, () => report(statuses[event] ?? '')])),
    'Stop renewing': () => stopRenewing(services, organisation, byNobody),
    'Keep my plan': () => keepRenewing(services, organisation, byNobody),
    Cancel: () => shop.cancel(),
    '48 h before the end': () => passTo(-2 * day),
    'period ends': () => passTo(0),
    '14 days pass': () => passTo(14 * day),
  }
  /** @returns the result: a state, or a refusal. */
  async function after(event: string): Promise<string> {
    try {
      await actions[event]?.()
    } catch (error) {
      if (error instanceof HttpError && error.status === 409) return 'refused'
      throw error
    }
    await shop.work()
    return await stateOf(shop)
  }
  return { shop, id, provider, after }
}

async function stateOf(shop: Shop): Promise<string> {
  const [live] = await shop.live()
  if (!live) return 'ended'
  const { stopsAt, provider, charges } = renewalOf(live)
  if (stopsAt) return provider === 'unaware' ? 'stopped' : 'told'
  return charges?.state ?? 'unknown'
}

const expected = (state: string, cell: string) => (cell === '–' ? state : cell)

describe.each(rows)('a plan that is $state', ({ state, cells }) => {
  test.each(events.map((event, index) => [event, cells[index] ?? '']))(
    'when "%s", is then as the table says (%s), also the second time',
    async (event, next) => {
      const plan = await openPlan(state)
      expect(await plan.after(event)).toBe(expected(state, next))
      const isNoLonger = ['Keep my plan', 'Stop renewing'].includes(event) && next === 'refused'
      const second = await plan.after(event)
      const row = rows.find((one) => one.state === expected(state, next))
      const again = row?.cells[events.indexOf(event)] ?? ''
      expect(second).toBe(isNoLonger ? 'refused' : expected(row?.state ?? '', again))
    },
  )

  test.each(ongoing)('ignores the late event "%s"', async (event) => {
    const { shop, provider } = await openPlan(state)
    const status = provider.book.status
    provider.book.status = statuses[event] ?? ''
    const late = provider.event(new Date(shop.services.clock().getTime() - hour))
    provider.book.status = status
    await late()
    await shop.work()
    expect(await stateOf(shop)).toBe(state)
  })

  test.each(told.map((event) => [event, cells[events.indexOf(event)] ?? '']))(
    'learns of "%s" from the next comparison, where the webhook is lost (%s)',
    async (event, next) => {
      const { shop, provider } = await openPlan(state)
      shop.pass(second)
      Object.assign(provider.book, { status: statuses[event], paid_count: 1 })
      for (const one of shop.data.subscriptions) {
        if (one.state === 'live') one.nextCheckAt = shop.services.clock()
      }
      await shop.work()
      expect(await stateOf(shop)).toBe(expected(state, next))
    },
  )
})
