import { expect, test } from 'vitest'
import { day, second } from '../../server/lib/time'
import { keepBook } from './billing/charges'
import { openShop } from './billing/organisation'
import { subscribe } from './billing/provider'

/** Mails before a renewal. */

const yearly = 'plan_growth_yearly_usd'
/** Above ₹15,000. */
const dear = 'plan_scale_monthly_inr'
const dearYearly = 'plan_starter_yearly_inr'

/** A plan whose period ends in thirty days, of two admins, the first of whom wants reminders, and a member. */
async function openPlan(planId: string, secondWantsThem = true) {
  const shop = await openShop()
  const { services, organisation } = shop
  const id = await subscribe(shop, planId)
  shop.pass(second - services.clock().getMilliseconds())
  const end = new Date(services.clock().getTime() + 30 * day)
  const provider = keepBook(shop, id, end)
  const { user: admin } = await shop.caller()
  shop.join('other', true, { renewalReminders: secondWantsThem })
  shop.join('member', false, { renewalReminders: false })
  shop.pass(2 * second)
  await provider.event()()
  await shop.work()
  const reminders = async () =>
    (await services.store.listCapturedMails(10_000)).filter(
      ({ subject, to }) => / renews on /.test(subject) && to.endsWith(`@${organisation.slug}.test`),
    )
  return {
    ...shop,
    provider,
    end,
    reminders,
    /** Day by day, and the work of each. @returns who was mailed meanwhile. */
    async passTo(daysAhead: number) {
      const before = new Set((await reminders()).map(({ id }) => id))
      await shop.passTo(new Date(end.getTime() - daysAhead * day))
      // Housekeeping removes old ones.
      return (await reminders())
        .filter(({ id }) => !before.has(id))
        .map(({ to }) => (to === admin.email ? 'admin' : to.split('@')[0]))
        .sort()
    },
  }
}

test.each([
  ['yearly', yearly, [[], ['admin', 'other'], [], ['admin', 'other'], []]],
  ['monthly, above what the bank asks to approve', dear, [[], [], [], ['admin', 'other'], []]],
])('a %s plan is announced to all admins, each time once', async (_what, planId, told) => {
  const { passTo } = await openPlan(planId)
  const mailed = []
  for (const daysAhead of [14.1, 14, 3.1, 3, 0.1]) mailed.push(await passTo(daysAhead))
  expect(mailed).toEqual(told)
})

test.each([
  ['yearly, above what the bank asks to approve', dearYearly, [['admin'], ['admin', 'other']]],
])(
  'an admin who has switched reminders off is told of a %s plan only if the bank asks for approval',
  async (_what, planId, told) => {
    const { passTo } = await openPlan(planId, false)
    expect([await passTo(14), await passTo(3)]).toEqual(told)
  },
)

test('the renewal after it is announced again, and a moved charge is not', async () => {
  const { passTo, provider, end, reminders, ...shop } = await openPlan(yearly)
  await passTo(3)
  const count = (await reminders()).length
  provider.book.current_end += 5 * 60 * 60
  await provider.event()()
  await shop.work()
  await passTo(1)
  expect(await reminders()).toHaveLength(count)
  provider.book.current_start = provider.book.current_end
  provider.book.current_end += 365 * 24 * 60 * 60
  shop.pass(2 * day)
  await provider.event()()
  await shop.work()
  shop.pass(345 * day)
  expect(await passTo(-365 + 13)).toEqual(['admin', 'other'])
  expect(end.getTime()).toBeLessThan(shop.services.clock().getTime())
})

test('says the price, the card, the day, and what the bank asks', async () => {
  const { passTo, reminders } = await openPlan(dearYearly)
  await passTo(14)
  await passTo(3)
  const [last, first] = [(await reminders())[0], (await reminders()).at(-1)]
  for (const mail of [last, first]) {
    expect(mail?.subject).toBe('Starter renews on 31 March 2026: your Orglens plan')
    expect(mail?.text).toContain(
      'The yearly Starter plan of your organisation renews on 31 March 2026: ₹19,990.00 will be charged, with the Visa card ending in 4242.',
    )
    expect(mail?.text).toContain('That is more than ₹15,000, so your bank asks you to approve')
    expect(mail?.text).toContain('Dates are in UTC.')
  }
  expect(first?.text).toContain("unless they have switched it off in 'Profile Settings'")
  expect(last?.text).not.toContain('switched')
})
