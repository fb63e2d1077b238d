import { expect, test } from 'vitest'
import type { Plan } from '../../contract/billing'
import { isDearest } from '../../src/billing/current-plan'

const plan = (name: string, interval: Plan['interval'], amount_in_usd: number): Plan => ({
  name,
  interval,
  amount_in_usd,
  tag_line_for_plan: '',
  razorpay_plan_id: `${name}_${interval}`,
  descriptions: [],
})
const plans = [
  plan('Starter', 'monthly', 29),
  plan('Scale', 'monthly', 299),
  // Paid at once it is more than any month, and yet it isn't the dearest plan.
  plan('Starter', 'yearly', 300),
  plan('Scale', 'yearly', 2990),
]
const subscribed = (one: Plan) => ({ ...one, descriptions: [] })

test('only the dearest plan is marked, in both intervals', () => {
  expect(plans.map((one) => isDearest(subscribed(one), plans))).toEqual([false, true, false, true])
})

test('no plan is marked while prices are unknown', () => {
  expect(plans.some((one) => isDearest(subscribed(one), undefined))).toBe(false)
  expect(plans.some((one) => isDearest(subscribed(one), []))).toBe(false)
})
