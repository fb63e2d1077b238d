import { expect, test, vi } from 'vitest'
import type { Plan } from '../../contract/billing'
import { emphasisOf } from '../../src/billing/pricing/change-of-plan'
import { formatPrice, priceOf, yearlySaving } from '../../src/billing/pricing/price'
import { lookUpCurrency } from '../../src/billing/pricing/visitor-currency'
import { isDearest, isSamePlan, subscribedPlanOf } from '../../src/billing/subscribed-plan'
import { withSettings } from '../support/with-settings'

const plan = (changes: Partial<Plan>): Plan => ({
  name: 'Starter',
  tag_line_for_plan: '',
  amount_in_usd: 29,
  interval: 'monthly',
  razorpay_plan_id: 'usd',
  descriptions: [],
  ...changes,
})

test.each([
  [29, 'USD', 'en-US', '$29'],
  [29.5, 'USD', 'en-US', '$29.50'],
  [0.1 + 0.2, 'USD', 'en-US', '$0.30'],
  [249900, 'INR', 'en-IN', '₹2,49,900'],
  // The dollar is named where the locale has another one.
  [29, 'USD', 'en-AU', 'US$29'],
] as const)('%d %s in %s is %s', (amount, currency, locale, text) => {
  expect(formatPrice({ amount, currency, planId: 'plan' }, locale)).toBe(text)
})

const list = ['Starter', 'Growth', 'Scale'].map((name, index) =>
  plan({ name, amount_in_usd: 29 * 3 ** index, razorpay_plan_id: name }),
)
const recommending = (chosen: string) =>
  list.map((one) => ({ ...one, is_recommended: one.name === chosen }))

test.each([
  ['the first without a plan', list, null, 'Starter'],
  ['the first upgrade', list, 'Starter', 'Growth'],
  ['none for the dearest plan', list, 'Scale', undefined],
  ['the recommended one', recommending('Scale'), 'Starter', 'Scale'],
  ['none if the recommended one is a downgrade', recommending('Starter'), 'Growth', undefined],
  ['none if the recommended one is the current one', recommending('Growth'), 'Growth', undefined],
  ['none if the recommended one is a downgrade', recommending('Growth'), 'Scale', undefined],
])('the plan with the blue button is %s', (_what, plans, currentName, name) => {
  withSettings({ isOurServer: true })
  const current = list.find((one) => one.name === currentName)
  const subscribed = current ? subscribedPlanOf(current, 'USD') : null
  expect(emphasisOf(plans, subscribed).plan?.name).toBe(name)
})

const both = { amount_in_inr: 2400, razorpay_plan_id_inr: 'inr' }

test.each([
  ['USD outside India', both, 'USD', [29, 'USD', 'usd']],
  ['INR in India', both, 'INR', [2400, 'INR', 'inr']],
  ['USD without a price in INR', { razorpay_plan_id_inr: 'inr' }, 'INR', [29, 'USD', 'usd']],
  ['INR by the plan of USD without another', { amount_in_inr: 0 }, 'INR', [0, 'INR', 'usd']],
] as const)('a visitor’s price is in %s', (_where, prices, visitor, [amount, currency, planId]) => {
  expect(priceOf(plan(prices), visitor)).toEqual({ amount, currency, planId })
})

const pair = (name: string, month: number, year: number, inr: Partial<Plan>[] = [{}, {}]) => [
  plan({ name, amount_in_usd: month, ...inr[0] }),
  plan({ name, amount_in_usd: year, interval: 'yearly', ...inr[1] }),
]

const [month, year] = [{ amount_in_inr: 1000 }, { amount_in_inr: 6000 }]

test.each<[string, string | null, Plan[], ('INR' | 'USD')?]>([
  ['of the prices', 'save 17%', [...pair('A', 29, 290), ...pair('B', 99, 990)]],
  ['without free plans', 'save 50%', [...pair('Free', 0, 0), ...pair('A', 10, 60)]],
  ['the largest of several', 'save up to 50%', [...pair('A', 10, 96), ...pair('B', 10, 60)]],
  ['in the visible currency', 'save 50%', pair('A', 10, 100, [month, year]), 'INR'],
  ['not across currencies', null, pair('A', 10, 100, [month, {}]), 'INR'],
  ['not with a plan that is monthly only', null, [...pair('A', 10, 100), plan({ name: 'B' })]],
  ['not if a year costs as much', null, pair('A', 10, 120)],
  ['not if a year costs more', null, [...pair('A', 10, 100), ...pair('B', 10, 130)]],
])('the yearly saving, %s: %s', (_which, text, plans, currency = 'USD') => {
  expect(yearlySaving(plans, currency)).toBe(text)
})

test('a plan that is sold by another id in dollars is still the same by that in rupees', () => {
  const [old, listed] = ['old', 'new'].map((razorpay_plan_id) =>
    plan({ razorpay_plan_id, razorpay_plan_id_inr: 'inr' }),
  )
  expect(old && listed && isSamePlan(listed, old)).toBe(true)
  expect(isSamePlan(plan({}), plan({ razorpay_plan_id: 'other' }))).toBe(false)
})

test('the dearest plan alone is marked, in both intervals', () => {
  const plans = [
    plan({ name: 'Starter' }),
    plan({ name: 'Scale', amount_in_usd: 299 }),
    // Paid at once it is more than any month, and yet it isn't the dearest plan.
    plan({ name: 'Starter', interval: 'yearly', amount_in_usd: 300 }),
    plan({ name: 'Scale', interval: 'yearly', amount_in_usd: 2990 }),
  ]
  const dearest = plans.filter((one) => isDearest({ ...one, descriptions: [] }, plans))
  expect(dearest.map(({ amount_in_usd }) => amount_in_usd)).toEqual([299, 2990])
})

const service = 'https://geolocation.test/json/'
const { signal } = new AbortController()

test.each([
  ['IN', 'INR'],
  [' in', 'INR'],
  ['India', 'USD'],
])('the currency in the country %j is %s, and the service gets no cookies', async (...row) => {
  const [country, currency] = row
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ country }))
  vi.stubGlobal('fetch', fetched)
  expect(await lookUpCurrency(service, signal)).toBe(currency)
  expect(fetched.mock.calls).toMatchObject([[service, { credentials: 'omit' }]])
  expect(fetched.mock.calls[0]?.[1]?.headers).toBeUndefined()
})

test.each([
  ['no network', () => Promise.reject(new TypeError('no network'))],
  ['a refusal', () => Response.json({ country: 'IN' }, { status: 429 })],
  ['no JSON', () => new Response('<!doctype html>')],
])('after %s the currency is USD, and that is logged', async (_, answer) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => answer())
  expect(await lookUpCurrency(service, signal)).toBe('USD')
  expect(log.mock.calls).toEqual([['Currency lookup failed', expect.anything()]])
})
