import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../server/app/memory-store'
import { day, later } from '../../server/lib/time'
import { sandboxBooks } from '../../server/payments/sandbox/sandbox-books'
import { lifeOf } from '../../server/payments/sandbox/subscription-life'
import type { SandboxAct, SandboxSubscription } from '../../server/payments/sandbox/tables'
import { add } from '../../server/store/change'
import { createdAt, sandboxRowOf, secondsLater } from '../api/sql-store-examples'

const paidAt = new Date('2026-01-31T10:00:00.000Z')
const on = (date: string) => new Date(`${date}T10:00:00.000Z`)

function subscription(
  acts: SandboxAct[] = [],
  change: Partial<SandboxSubscription> = {},
): SandboxSubscription {
  return {
    id: 'sub_A',
    planId: 'plan_growth_monthly_usd',
    interval: 'monthly',
    amount: 9900,
    currency: 'USD',
    createdAt: paidAt,
    expiresAt: later(paidAt, day),
    paymentId: 'pay_A',
    paidAt,
    refundedAt: null,
    endedAt: null,
    acts,
    ...change,
  }
}

const failing: SandboxAct = { kind: 'card', at: paidAt, card: 'failing' }
const newCard = (date: string): SandboxAct => ({ kind: 'card', at: on(date), card: 'good' })
/** The states on some days. */
const states = (acts: SandboxAct[], ...dates: string[]) =>
  dates.map((date) => lifeOf(subscription(acts), on(date)).status)
/** When each invoice was paid; null: it wasn't. */
const paid = (acts: SandboxAct[], date: string) =>
  lifeOf(subscription(acts), on(date)).invoices.map(
    (invoice) => invoice.paidAt?.toISOString().slice(0, 10) ?? null,
  )

describe('a subscription at the sandbox', () => {
  test('is charged monthly, on the same day or the month’s last', () => {
    expect(paid([], '2026-05-30')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
    const { invoices, periodStart, periodEnd, nextChargeAt, paidCount } = lifeOf(
      subscription(),
      on('2026-05-30'),
    )
    expect(periodStart).toEqual(on('2026-04-30'))
    expect(periodEnd).toEqual(on('2026-05-31'))
    expect(nextChargeAt).toEqual(periodEnd)
    expect(paidCount).toBe(4)
    const paymentIds = invoices.map(({ paymentId }) => paymentId)
    expect(paymentIds).toEqual(['pay_A', 'pay_A_1', 'pay_A_2', 'pay_A_3'])
    for (const invoice of invoices) expect(invoice).toMatchObject({ amount: 9900, currency: 'USD' })
  })

  test('is charged yearly if it is yearly', () => {
    const { invoices } = lifeOf(subscription([], { interval: 'yearly' }), on('2028-02-01'))
    const days = ['2026-01-31', '2027-01-31', '2028-01-31']
    expect(invoices.map((invoice) => invoice.paidAt)).toEqual(days.map(on))
  })

  test.each([
    ['monthly', 120, '2035-12-31'],
    ['yearly', 10, '2035-01-31'],
  ] as const)(
    'that is %s and unread for 50 years ends after its number of charges',
    (interval, count, end) => {
      const life = lifeOf(subscription([], { interval }), on('2076-01-31'))
      expect(life.invoices).toHaveLength(count)
      expect(life).toMatchObject({ status: 'completed', endedAt: on(end), nextChargeAt: null })
    },
  )

  test('also ends so if its card fails or it stays paused', () => {
    const paused: SandboxAct = { kind: 'pause', at: on('2026-02-01') }
    for (const act of [failing, paused]) {
      const life = lifeOf(subscription([act]), on('2076-01-31'))
      expect(life.invoices).toHaveLength(120)
      expect(life).toMatchObject({ status: 'completed', paidCount: 1 })
    }
  })

  test('retries a failed renewal on three more days, and then halts', () => {
    const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']
    const expected = ['active', 'pending', 'pending', 'pending', 'halted']
    expect(states([failing], ...days)).toEqual(expected)
    // Invoices go on being made, and nothing is charged.
    expect(paid([failing], '2026-05-01')).toEqual(['2026-01-31', null, null, null])
  })

  test('pays a pending charge at once with a new card', () => {
    const acts = [failing, newCard('2026-03-02')]
    expect(paid(acts, '2026-04-01')).toEqual(['2026-01-31', '2026-03-02', '2026-03-31'])
    expect(states(acts, '2026-03-01', '2026-03-02')).toEqual(['pending', 'active'])
  })

  test('resumes with a new card after a halt, without the missed charges', () => {
    const acts = [failing, newCard('2026-04-10')]
    expect(states(acts, '2026-04-09', '2026-04-10')).toEqual(['halted', 'active'])
    expect(paid(acts, '2026-05-01')).toEqual(['2026-01-31', null, null, '2026-04-30'])
  })

  test('ends with its period if it was stopped, without another charge', () => {
    const acts: SandboxAct[] = [{ kind: 'stop', at: on('2026-03-10') }]
    expect(paid(acts, '2027-01-01')).toEqual(['2026-01-31', '2026-02-28'])
    const { status, endedAt } = lifeOf(subscription(acts), on('2027-01-01'))
    expect([status, endedAt]).toEqual(['cancelled', on('2026-03-31')])
  })

  test('ends at once when cancelled, and expires when unpaid', () => {
    const cancelled = subscription([], { endedAt: on('2026-03-10') })
    expect(lifeOf(cancelled, on('2027-01-01'))).toMatchObject({
      status: 'cancelled',
      endedAt: on('2026-03-10'),
      paidCount: 2,
    })
    // With the period itself: nothing more is charged.
    const atTheEnd = subscription([], { endedAt: on('2026-03-31') })
    expect(lifeOf(atTheEnd, on('2027-01-01'))).toMatchObject({ paidCount: 2 })
    const never = subscription([], { paidAt: null, paymentId: null })
    expect(lifeOf(never, paidAt).status).toBe('created')
    expect(lifeOf(never, on('2026-02-01')).status).toBe('expired')
  })

  test.each([
    ['within the same instant', 0],
    ['before it, by the clock of another server,', -1],
  ])('that ends %s stays paid, and its payment can be refunded', (_when, ahead) => {
    const endedAt = later(paidAt, ahead)
    const refund: SandboxAct = { kind: 'refund', at: paidAt, paymentId: 'pay_A', amount: 9900 }
    for (const date of ['2026-01-31', '2026-05-31']) {
      const life = lifeOf(subscription([refund], { endedAt }), on(date))
      const over = { status: 'cancelled', endedAt, paidCount: 1, nextChargeAt: null }
      expect(life).toMatchObject(over)
      expect(life.invoices).toMatchObject([{ paymentId: 'pay_A', paidAt, refundedAmount: 9900 }])
    }
  })

  test('shows refunds on the invoice, also partial and late ones, never above the payment', () => {
    const renewal = { kind: 'refund', paymentId: 'pay_A_1' } as const
    const acts: SandboxAct[] = [
      { ...renewal, at: on('2026-03-01'), amount: 2_000 },
      { ...renewal, at: on('2026-06-01'), amount: 20_000 },
    ]
    const kept = subscription(acts, { endedAt: on('2026-04-01') })
    const refunded = (date: string) =>
      lifeOf(kept, on(date)).invoices.map(({ refundedAmount }) => refundedAmount)
    expect(refunded('2026-03-02')).toEqual([0, 2_000])
    expect(refunded('2026-06-02')).toEqual([0, 9_900, 0])
  })
})

test('a subscription in the sandbox’s books is paid once, and not after its end', async () => {
  const store = createMemoryStore()
  const books = sandboxBooks(store)
  const [one, other, late] = ['sub_1', 'sub_2', 'sub_3'] as const
  const rows = [one, other, late].map((id) => sandboxRowOf(id))
  await store.save(add('sandboxSubscriptions', ...rows))
  const payment = `pay_${one}`
  const paid = sandboxRowOf(one, { paymentId: payment, paidAt: secondsLater(1) })
  expect(await books.pay(one, payment, secondsLater(1))).toEqual(paid)
  expect(await books.pay(one, 'pay_2', secondsLater(2))).toEqual(paid)
  const ended = { ...paid, endedAt: secondsLater(3) }
  expect(await books.cancel(one, secondsLater(3))).toEqual(ended)
  expect(await books.cancel(one, secondsLater(4))).toEqual(ended)
  await books.cancel(other, secondsLater(3))
  const tooLate = await books.pay(late, 'pay_5', secondsLater(100))
  expect(tooLate).toMatchObject({ paidAt: null, paymentId: null })
  const refunded = { ...ended, refundedAt: secondsLater(5) }
  expect(await books.refund(payment, secondsLater(5))).toEqual(refunded)
  expect(await books.refund(payment, secondsLater(6))).toEqual(refunded)
  expect(await books.refund('unknown', createdAt)).toBeNull()
  const refused = await books.pay(other, 'pay_3', secondsLater(4))
  expect(refused).toMatchObject({ paidAt: null, paymentId: null })
  expect(await books.pay('unknown', 'pay_4', createdAt)).toBeNull()
  expect(await books.cancel('unknown', createdAt)).toBeNull()
})

test('the sandbox’s books keep a limited number of acts, in order', async () => {
  const store = createMemoryStore()
  const books = sandboxBooks(store)
  const kept = sandboxRowOf('sub_1')
  await store.save(add('sandboxSubscriptions', kept))
  const acts = [
    { kind: 'card', at: secondsLater(1), card: 'failing' },
    { kind: 'refund', at: secondsLater(2), paymentId: 'pay_1', amount: 7 },
  ] as const
  for (const act of acts) await books.act('sub_1', act, 2)
  const stop = { kind: 'stop', at: secondsLater(3) } as const
  expect(await books.act('sub_1', stop, 2)).toEqual({ ...kept, acts })
  expect(await books.act('sub_unknown', stop, 2)).toBeNull()
})
