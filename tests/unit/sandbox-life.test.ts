import { expect, test } from 'vitest'
import { day, later } from '../../server/lib/time'
import { lifeOf } from '../../server/payments/sandbox/subscription-life'
import type { SandboxAct, SandboxSubscription } from '../../server/payments/sandbox/tables'

const paidAt = new Date('2026-01-31T10:00:00.000Z')
const on = (date: string) => new Date(`${date}T10:00:00.000Z`)

const subscription = (acts: SandboxAct[] = [], change: Partial<SandboxSubscription> = {}) => ({
  ...{ id: 'sub_A', planId: 'plan_growth_monthly_usd', interval: 'monthly' as const },
  ...{ amount: 9900, currency: 'USD' as const, createdAt: paidAt, expiresAt: later(paidAt, day) },
  ...{ paymentId: 'pay_A', paidAt, refundedAt: null, endedAt: null, acts },
  ...change,
})

const failing: SandboxAct = { kind: 'card', at: paidAt, card: 'failing' }
const paid = (acts: SandboxAct[], date: string) =>
  lifeOf(subscription(acts), on(date)).invoices.map(
    (invoice) => invoice.paidAt?.toISOString().slice(0, 10) ?? null,
  )

test('a subscription at the sandbox is charged monthly, on the same day or the month’s last', () => {
  expect(paid([], '2026-05-30')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
  const { invoices, ...life } = lifeOf(subscription(), on('2026-05-30'))
  expect(life).toMatchObject({
    ...{ periodStart: on('2026-04-30'), periodEnd: on('2026-05-31'), paidCount: 4 },
    nextChargeAt: on('2026-05-31'),
  })
  for (const invoice of invoices) expect(invoice).toMatchObject({ amount: 9900, currency: 'USD' })
})

test('a failed renewal is retried on three more days, and then the subscription halts', () => {
  const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']
  const states = days.map((date) => lifeOf(subscription([failing]), on(date)).status)
  expect(states).toEqual(['active', 'pending', 'pending', 'pending', 'halted'])
  const back = { kind: 'refund' as const, at: paidAt, paymentId: 'pay_A', amount: 6_000 }
  const acts = [{ ...failing, at: on('2026-02-01') }, back, back]
  const first = { refundedAmount: 9_900, card: 'good' }
  expect(lifeOf(subscription(acts), on('2026-02-02')).invoices).toMatchObject([first])
  expect(paid([{ kind: 'pause', at: on('2026-02-01') }], '2026-03-05')).toEqual([
    '2026-01-31',
    null,
  ])
  // Invoices go on being made, and nothing is charged.
  expect(paid([failing], '2026-05-01')).toEqual(['2026-01-31', null, null, null])
})

test('a subscription ends at once when cancelled, after ten years, and expires when unpaid', () => {
  const ended = (at: string) => lifeOf(subscription([], { endedAt: on(at) }), on('2027-01-01'))
  const endedAt = on('2026-03-10')
  expect(ended('2026-03-10')).toMatchObject({ status: 'cancelled', endedAt, paidCount: 2 })
  // With the period itself: nothing more is charged.
  expect(ended('2026-03-31')).toMatchObject({ paidCount: 2 })
  const yearly = lifeOf(subscription([], { interval: 'yearly' }), on('2040-01-01'))
  expect(yearly).toMatchObject({ status: 'completed', paidCount: 10, endedAt: on('2035-01-31') })
  const never = subscription([], { paidAt: null, paymentId: null })
  expect(lifeOf(never, paidAt).status).toBe('created')
  expect(lifeOf(never, on('2026-02-01')).status).toBe('expired')
})
