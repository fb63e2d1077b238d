import { expect, test } from 'vitest'
import type { Charges, Plan } from '../../server/api/payments'
import {
  canBeKept,
  endToAnnounce,
  failureOf,
  isOfApproval,
  nextReminder,
  nextStepOf,
  renewalOf,
  stoppableAt,
  withCharges,
  withMethod,
} from '../../server/billing/plan/renewals'
import type { Renewal, Subscription } from '../../server/billing/tables'
import { bundledPlans } from '../../server/plans/plans'

const day = 24 * 60 * 60 * 1000
const stopsAt = new Date('2026-06-10T12:00:00Z')
const at = (ms: number) => new Date(stopsAt.getTime() + ms)

test.each([
  ['unaware', -2 * day - 1, true],
  ['unaware', -2 * day, false],
  // Another server's clock may be behind that of the one which tells.
  ['being-told', -3 * day, false],
  ['told', -3 * day, false],
] as const)('a stopped plan whose provider is %s can be kept %i ms from its end: %s', (...row) => {
  const [provider, time, isKept] = row
  const renewal = withRenewal({ stopsAt, provider })
  expect(canBeKept({ renewal }, at(time))).toBe(isKept)
})

const chargesOf = (state: Charges['state'], changes: Partial<Charges> = {}): Charges => ({
  ...{ state, asOf: at(0), paidCount: 1, periodStart: null, periodEnd: null },
  ...{ nextChargeAt: null, method: null },
  ...changes,
})
const withRenewal = (renewal: Partial<Renewal>) => ({ ...renewalOf({ renewal: null }), ...renewal })

test('the renewal of a paid plan can be stopped until its period is over', () => {
  const plan = { renewal: withRenewal({ charges: chargesOf('paid', { periodEnd: stopsAt }) }) }
  expect(stoppableAt(plan, at(-1))).toEqual(stopsAt)
  // What comes after it isn't known yet.
  expect(stoppableAt(plan, at(0))).toBeNull()
})

const renewsAt = stopsAt
const plan = (interval: 'monthly' | 'yearly', rupees?: number): Plan => ({
  name: 'Growth',
  tagLine: '',
  interval,
  points: [],
  prices: {
    USD: { amount: 9900, razorpayPlanId: 'usd' },
    ...(rupees && { INR: { amount: rupees * 100, razorpayPlanId: 'inr' } }),
  },
})
function of(bought: Plan, renewal: Partial<Renewal> = {}, state: Charges['state'] = 'paid') {
  const charges = chargesOf(state, { periodEnd: renewsAt, nextChargeAt: renewsAt })
  const currency = bought.prices.INR ? ('INR' as const) : ('USD' as const)
  return { plan: bought, currency, renewal: withRenewal({ charges, ...renewal }) }
}
const reminded = (daysAhead: number, moved = 0) => ({
  reminded: { renewsAt: at(moved), daysAhead },
})
const yearly = plan('yearly')

test.each([
  ['long before', of(yearly), -20 * day, 14],
  ['when the first is due', of(yearly), -14 * day, 14],
  ['after the first', of(yearly, reminded(14)), -13 * day, 3],
  ['when both are due', of(yearly), -2 * day, 3],
  ['after both', of(yearly, reminded(3)), -2 * day, null],
  ['after both, when the charge was moved', of(yearly, reminded(3, -day)), -2 * day, null],
  ['after the charge', of(yearly), 1, null],
  ['of a month for ₹15,000', of(plan('monthly', 15_000)), -20 * day, null],
  ['of a month for more', of(plan('monthly', 15_000.01)), -20 * day, 3],
  ['a month later', of(plan('monthly', 20_000), reminded(3, -30 * day)), -20 * day, 3],
  ['of a stopped plan', of(yearly, { stopsAt: renewsAt }), -20 * day, null],
  ['of a pending plan', of(yearly, {}, 'pending'), -20 * day, null],
  ['of a plan that was authorised only', of(yearly, {}, 'authorised'), -20 * day, null],
])('the next reminder of a renewal %s', (_when, subscription, now, daysAhead) => {
  const next = nextReminder(subscription, at(now))
  expect(next).toEqual(
    daysAhead === null ? null : { daysAhead, renewsAt, at: at(-daysAhead * day) },
  )
})

test('a reminder is of what the bank asks to approve only three days ahead', () => {
  expect(isOfApproval(of(plan('yearly', 20_000), reminded(14)))).toBe(false)
  expect(isOfApproval(of(plan('yearly', 20_000), reminded(3)))).toBe(true)
  expect(isOfApproval(of(plan('yearly', 15_000), reminded(3)))).toBe(false)
  expect(isOfApproval(of(yearly, reminded(3)))).toBe(false)
})

const days = (count: number) => at(count * day)
const planWith = (renewal: Partial<Renewal>) => ({
  ...{ plan: bundledPlans[0] as Plan, currency: 'USD' as const },
  renewal: withRenewal(renewal),
})
const halted = { charges: chargesOf('halted'), unchargedSince: days(0) }
const authorised = { charges: chargesOf('authorised'), unchargedSince: days(0) }
const known = {
  ...{ charges: chargesOf('paid'), stopsAt: days(30) },
  ...{ announcedEnd: days(30), provider: 'told' as const },
}
const stopped = { charges: chargesOf('paid'), stopsAt: days(30) }

test.each([
  ['whose charge was given up', planWith(halted), 14, 'announce', 0],
  ['that was authorised, which may take three days', planWith(authorised), 14, 'announce', 3],
  ['that was authorised and ends soon', planWith(authorised), 4, 'announce', 1],
  ['whose end is announced', planWith({ ...halted, announcedEnd: days(9) }), 14, 'give-up', 9],
  ['that was stopped', planWith(stopped), 14, 'announce', 23],
  ['whose stop is announced', planWith({ ...stopped, announcedEnd: days(30) }), 14, 'tell', 28],
  ['whose stop the provider knows', planWith(known), 14, 'end', 30],
] as const)('the next step of a plan %s', (_which, subscription, haltedPlanDays, kind, day) => {
  const step = nextStepOf(subscription, haltedPlanDays, days(0))
  expect(step).toEqual({ kind, at: days(day) })
})

test('an end that nobody chose comes three days at least after its announcement', () => {
  const end = (now: number) => endToAnnounce(planWith(halted), days(now), 14)
  expect([end(0), end(11), end(12)]).toEqual([days(14), days(14), days(15)])
  expect(endToAnnounce(planWith(stopped), days(29), 14)).toEqual(days(30))
})

test('a report of another card ends the payer’s part; of the same one, or of its kind alone, it doesn’t', () => {
  const card = (network: string | null, lastDigits: string | null, asOf = at(1)) =>
    chargesOf('paid', { asOf, method: { kind: 'card', network, lastDigits } })
  const payer = { userId: 'ada', at: at(-1), paymentId: null }
  const bought = planWith({ charges: card('Visa', '4242', at(0)), payer })
  const read = (report: Charges) => {
    const { charges: known, payer: who } = withCharges(bought as Subscription, report).renewal ?? {}
    return [known?.method?.network, known?.method?.lastDigits, who?.userId]
  }
  expect(read(card('Visa', '4242'))).toEqual(['Visa', '4242', 'ada'])
  expect(read(card(null, null))).toEqual(['Visa', '4242', 'ada'])
  expect(read(card('Visa', '1111'))).toEqual(['Visa', '1111', undefined])
  expect(read(card('Mastercard', '4242'))).toEqual(['Mastercard', '4242', undefined])
  const upi = { kind: 'upi', network: null, lastDigits: null }
  expect(read(chargesOf('paid', { asOf: at(1), method: upi }))).toEqual([null, null, undefined])
  // Of two in one second, the one that is heard last.
  expect(read(card('Visa', '1111', at(0)))).toEqual(['Visa', '1111', undefined])
  // A report from before.
  expect(read(card('Visa', '1111', at(-1)))).toEqual(['Visa', '4242', 'ada'])
})

test('another card that resumed a given-up plan is unknown, unless its user has proved it', () => {
  const method = { kind: 'card', network: 'Visa', lastDigits: '4242' }
  const resumedBy = (proved: number) => {
    const payer = { userId: 'ada', at: at(proved), paymentId: 'pay' }
    const plan = planWith({ ...halted, charges: chargesOf('halted', { method }), payer })
    const kindOnly = { kind: 'card', network: null, lastDigits: null }
    const report = chargesOf('paid', { asOf: at(2), method: kindOnly })
    return withCharges({ ...plan } as Subscription, report).renewal?.charges?.method?.lastDigits
  }
  expect([resumedBy(-1), resumedBy(0)]).toEqual([null, '4242'])
})

test('a card that was proved before the known one changes nothing', () => {
  const payer = { userId: 'ada', at: at(0), paymentId: 'pay' }
  const plan = planWith({ charges: chargesOf('paid'), payer }) as Subscription
  expect(withMethod(plan, { ...payer, at: at(-1), paymentId: 'pay_old' }, null)).toBe(plan)
  expect(withMethod(plan, payer, null)).toBe(plan)
})

test('a failed charge was due when its period ended, or began; a card is tried thrice more', () => {
  const method = { kind: 'card', network: null, lastDigits: null }
  const failed = chargesOf('pending', { periodStart: days(-30), periodEnd: days(0), method })
  const due = (changes: Partial<Charges> = {}) => failureOf({ ...failed, ...changes })
  const tries = [days(1), days(2), days(3)]
  expect(due()).toEqual({ at: days(0), tries })
  expect(due({ periodStart: days(0), periodEnd: days(30) })).toEqual({ at: days(0), tries })
  expect(due({ method: { ...method, kind: 'upi' } })).toEqual({ at: days(0), tries: [] })
  expect(due({ state: 'halted' })).toEqual({ at: days(0), tries: [] })
  expect(due({ state: 'paused' })).toBeNull()
  const before = planWith({ ...halted, unpaidFrom: days(-60) }) as Subscription
  const { renewal } = withCharges(before, { ...failed, asOf: at(1) })
  expect(renewal?.unpaidFrom).toEqual(days(-60))
})
