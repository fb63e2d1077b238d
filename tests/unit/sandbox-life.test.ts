import { describe, expect, test } from 'vitest'
import { day, later } from '../../server/lib/time'
import { lifeOf } from '../../server/payments/sandbox/subscription-life'
import type { SandboxAct, SandboxSubscription } from '../../server/payments/sandbox/tables'

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

  test('retries a failed renewal on three more days, and then halts', () => {
    const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']
    const expected = ['active', 'pending', 'pending', 'pending', 'halted']
    expect(states([failing], ...days)).toEqual(expected)
    // Invoices go on being made, and nothing is charged.
    expect(paid([failing], '2026-05-01')).toEqual(['2026-01-31', null, null, null])
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
})
