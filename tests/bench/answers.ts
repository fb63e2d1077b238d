import type { Plan, SubscriptionActivityRow } from '../../contract/billing'
import { profileExample } from '../support/examples'

const plans = ['Starter', 'Growth', 'Scale'].map(
  (name, index): Plan => ({
    name,
    tag_line_for_plan: 'For organisations that decide with data',
    amount_in_usd: 29 + 70 * index,
    interval: 'monthly',
    razorpay_plan_id: `plan_${name.toLowerCase()}_monthly`,
    descriptions: ['10 dashboards', '25 team members', 'Hourly data refresh'],
  }),
)
const growth = plans[1] as Plan
const subscribed = { ...growth, descriptions: growth.descriptions.map((point) => ({ point })) }

/** Rows in no order, a day apart. */
function activity(count: number): SubscriptionActivityRow[] {
  const day = (number: number) => new Date(Date.UTC(1999, 0, 1 + number)).toISOString()
  return Array.from({ length: count }, (_, index) => {
    const number = (index * 7919) % count
    return {
      plan_name: `${plans[number % plans.length]?.name} ${(number * 31 + 17) % count}`,
      status: number === 0,
      upgrade_status: number % 3 === 1,
      start_date: day(number),
      end_date: number === 0 ? null : day(number + 1),
    }
  })
}

/**
 * What a backend of the measured pages answers, by path.
 * @param rows how long the subscription's history is.
 */
export const answersWith = (rows: number): Record<string, unknown> => ({
  '/api/profile/': profileExample({ organization: { subscription_plan: subscribed } }),
  '/api/pricing/': { all_pricing: plans },
  '/api/subscription-activity/': { data: activity(rows) },
})
