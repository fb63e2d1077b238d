import { expect, test } from 'vitest'
import { day, later } from '../../server/lib/time'
import { openShop } from './billing/organisation'
import { subscribe } from './billing/provider'

/** Mails before a renewal; when they are due, `tests/unit/renewals.test.ts` holds. */

const yearly = 'plan_growth_yearly_usd'
/** Above ₹15,000. */
const dear = 'plan_scale_monthly_inr'
const dearYearly = 'plan_starter_yearly_inr'

/** A plan of two admins, the first of whom wants reminders, and a member. */
async function openPlan(planId: string, secondWantsThem = true) {
  const shop = await openShop()
  const { user: admin } = await shop.caller()
  await subscribe(shop, planId)
  const [plan] = await shop.live()
  const end = plan?.renewal?.charges?.periodEnd ?? shop.services.clock()
  shop.join('other', true, { renewalReminders: secondWantsThem })
  shop.join('member', false, { renewalReminders: false })
  const reminders = () => shop.data.mails.filter(({ subject }) => / renews on /.test(subject))
  return {
    reminders,
    async passTo(daysAhead: number) {
      const before = new Set(reminders().map(({ id }) => id))
      await shop.workAfter(Number(later(end, -daysAhead * day)) - Number(shop.services.clock()))
      return reminders()
        .filter(({ id }) => !before.has(id))
        .map(({ to }) => (to === admin.email ? 'admin' : to.split('@')[0]))
        .sort()
    },
  }
}

test.each([
  ['yearly', yearly, true, [[], ['admin', 'other'], [], ['admin', 'other'], []]],
  ['dear monthly', dear, true, [[], [], [], ['admin', 'other'], []]],
  // The bank has to be told, whoever has switched reminders off.
  ['dear yearly', dearYearly, false, [[], ['admin'], [], ['admin', 'other'], []]],
])('a %s plan is announced to its admins, each time once', async (_what, planId, wanted, told) => {
  const { passTo } = await openPlan(planId, wanted)
  const mailed = []
  for (const daysAhead of [14.1, 14, 3.1, 3, 0.1]) mailed.push(await passTo(daysAhead))
  expect(mailed).toEqual(told)
})

test('says the price, the card, the day, and what the bank asks', async () => {
  const { passTo, reminders } = await openPlan(dearYearly)
  await passTo(14)
  await passTo(3)
  const [first, last] = [reminders()[0], reminders().at(-1)]
  for (const mail of [last, first]) {
    expect(mail?.subject).toBe('Starter renews on 1 March 2027: your Orglens plan')
    expect(mail?.text).toContain(
      'The yearly Starter plan of your organisation renews on 1 March 2027: ₹19,990.00 will be charged, with the Visa card ending in 4242.',
    )
    expect(mail?.text).toContain('That is more than ₹15,000, so your bank asks you to approve')
    expect(mail?.text).toContain('Dates are in UTC.')
  }
  expect(first?.text).toContain("unless they have switched it off in 'Profile Settings'")
  expect(last?.text).not.toContain('switched')
})
