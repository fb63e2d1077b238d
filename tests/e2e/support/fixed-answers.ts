import type { Page } from '@playwright/test'
import type { Plan, SubscriptionActivityRow } from '../../../contract/billing'
import { type CallName, calls } from '../../../contract/calls'
import { examples as described } from '../../../contract/examples'
import type { Profile } from '../../../contract/profile'
import { profileExample } from '../../support/examples'

const points = {
  Starter: ['1 dashboard', '5 team members', 'Daily data refresh', 'Email support'],
  Growth: [
    ...['10 dashboards', '25 team members', 'Hourly data refresh', 'Priority support'],
    'Scheduled reports',
  ],
  Scale: [
    ...['Unlimited dashboards', 'Unlimited members', 'Live data refresh'],
    ...['Dedicated success manager', 'Single sign-on'],
  ],
}

const planOf = (name: keyof typeof points, tagLine: string, amount: number): Plan => ({
  name,
  tag_line_for_plan: tagLine,
  amount_in_usd: amount,
  interval: 'monthly',
  razorpay_plan_id: `plan_${name.toLowerCase()}_monthly`,
  descriptions: points[name],
})
const growth = planOf('Growth', 'For organisations that decide with data', 99)
const plans = [
  planOf('Starter', 'For teams finding their feet', 29),
  growth,
  planOf('Scale', 'For data at the heart of everything', 299),
]
const yearly = plans.map(
  (plan): Plan => ({
    ...plan,
    interval: 'yearly',
    amount_in_usd: plan.amount_in_usd * 10,
    razorpay_plan_id: plan.razorpay_plan_id.replace('monthly', 'yearly'),
  }),
)

const profile = profileExample({
  email: 'priya@acme.test',
  organization: {
    subscription_plan: { ...growth, descriptions: points.Growth.map((point) => ({ point })) },
  },
})

const named = (name: string): Profile => ({
  ...profile,
  full_name: name,
  email: `${name}@example.com`,
  organization: { ...profile.organization, name, org_metabase_name: name },
})

const activity: SubscriptionActivityRow[] = [
  { plan_name: 'Growth', start: '10-12', end: null },
  { plan_name: 'Starter', start: '07-12', end: '10-12' },
  { plan_name: 'Starter', start: '03-03', end: '06-02' },
  { plan_name: 'Starter', start: '01-01', end: '02-28' },
].map(({ plan_name, start, end }) => ({
  plan_name,
  status: end === null,
  upgrade_status: end === '10-12',
  start_date: `2026-${start}T08:00:00Z`,
  end_date: end && `2026-${end}T08:00:00Z`,
}))

/** The examples of all reads in the API's description. */
const examples = Object.entries(described).flatMap(([name, { answer }]) =>
  answer ? [[calls[name as CallName].path, answer] as const] : [],
)

/**
 * Signs an admin in whose organisation is the same at any time: its plan, its history and today's
 * date are made up here. The pages get the answers from within: with Playwright's routes, no page that loads
 * could use the browser's cache.
 * @param name of the admin, the organisation and its dashboard, instead of three of their own.
 */
export async function signInToFixedAnswers(page: Page, name?: string): Promise<void> {
  const answers: Record<string, unknown> = {
    ...Object.fromEntries(examples),
    '/api/profile/': name === undefined ? profile : named(name),
    '/api/pricing/': { all_pricing: [...plans, ...yearly] },
    '/api/subscription-activity/': { data: activity },
    // The link of the example's dashboard is signed by nobody.
    '/sandbox/sample-link.json': { dashboard: 'overview', organisation: 'acme-analytics' },
  }
  await page.addInitScript((fixed) => {
    if (!location.protocol.startsWith('http')) return
    localStorage.setItem('accessToken', 'of-nobody')
    localStorage.setItem('refreshToken', 'of-nobody')
    localStorage.setItem('isOrganizationAdmin', 'true')
    const { fetch } = window
    window.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
      return pathname in fixed ? Response.json(fixed[pathname]) : fetch(input, init)
    }
  }, answers)
}
