import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Plan } from '../../server/api/payments'
import { limitsOf, listedPlanOf } from '../../server/billing/plan/shown-plan'
import { FileError } from '../../server/lib/operator-file'
import { bundledPlans, isSamePlan, parsePlans } from '../../server/plans/plans'
import { readPlansFile } from '../../server/plans/plans-file'
import { newFolder } from '../support/folders'
import { refusalBy } from '../support/settings-examples'

const plan = {
  name: 'Team',
  tagLine: 'For teams',
  interval: 'monthly',
  points: ['Everything'],
  prices: { USD: { amount: 1999, razorpayPlanId: 'plan_team' } },
}

function fileOf(content: string): string {
  const path = join(newFolder(), 'plans.json')
  writeFileSync(path, content)
  return path
}

test('the bundled plans cost what they are advertised for, ten months a year', () => {
  const prices = bundledPlans.map(({ name, interval, prices: { USD, INR } }) =>
    [name, interval, USD?.amount, INR?.amount].join(' '),
  )
  expect(prices).toEqual([
    'Starter monthly 2900 199900',
    'Growth monthly 9900 799900',
    'Scale monthly 29900 2499900',
    'Starter yearly 29000 1999000',
    'Growth yearly 99000 7999000',
    'Scale yearly 299000 24999000',
  ])
})

test('a plan stays the same when it gets a price in another currency', () => {
  const [bundled] = bundledPlans as [Plan]
  const dollarsOnly = { ...bundled, name: 'Before', prices: { USD: bundled.prices.USD } }
  expect(isSamePlan(bundled, dollarsOnly)).toBe(true)
  expect(isSamePlan(dollarsOnly, bundledPlans[1] as Plan)).toBe(false)
})

const refusalOf = (read: () => unknown) => refusalBy(FileError, read)

test('a plan without limits has none, whatever those without a plan are', () => {
  const services = { withoutPlan: { members: 10 } }
  const { limits, ...unlimited } = bundledPlans[0] as Plan
  const live = { id: 'sub_1', plan: unlimited, currency: 'USD', renewal: null } as const
  expect([limitsOf(services, live), limitsOf(services, null)]).toEqual([{}, { members: 10 }])
})

test('an operator’s file replaces the bundled plans', () => {
  const file = fileOf(JSON.stringify({ plans: [plan] }))
  expect(readPlansFile(file)).toEqual({ plans: [plan], withoutPlan: {} })
  expect(readPlansFile(undefined).plans).toBe(bundledPlans)
})

test('an operator’s file shows prices in major units, to the cent', () => {
  const amounts = [1, 110, 1999, 2900, 8_999_999_999_999_99]
  const shown = amounts.map((amount) => {
    const prices = { USD: { amount, razorpayPlanId: 'p' } }
    const [first] = parsePlans({ plans: [{ ...plan, prices }] }, 'test').plans
    return first && listedPlanOf(first).amount_in_usd
  })
  expect(shown).toEqual([0.01, 1.1, 19.99, 29, 8_999_999_999_999.99])
})

test('an operator’s file needs a price in the currency that is charged everywhere', () => {
  const path = fileOf(JSON.stringify({ plans: [plan] }))
  expect(refusalOf(() => readPlansFile(path, 'INR'))).toContain(
    'plan "Team" (monthly) has no price in INR, which is SUBSCRIPTION_CURRENCY',
  )
})

test.each([
  ['name', { name: ' ' }],
  ['interval', { interval: 'weekly' }],
  ['points', { points: [] }],
  ['points.0', { points: [''] }],
  ['prices.EUR', { prices: { ...plan.prices, EUR: plan.prices.USD } }],
  ['prices.USD.amount', { prices: { USD: { amount: 19.99, razorpayPlanId: 'p' } } }],
  ['prices.USD.amount', { prices: { USD: { amount: 0, razorpayPlanId: 'p' } } }],
  ['prices.USD.amount', { prices: { USD: { amount: 2 ** 53, razorpayPlanId: 'p' } } }],
  ['prices.USD.razorpayPlanId', { prices: { USD: { amount: 1, razorpayPlanId: '' } } }],
  ['isRecommended', { isRecommended: 'yes' }],
  ['tagline', { tagline: 'misspelt' }],
])('an operator’s file is refused, naming the plan and the field %s', (field, wrong) => {
  const first = { ...plan, name: 'First', prices: { USD: { amount: 1, razorpayPlanId: 'one' } } }
  const file = fileOf(JSON.stringify({ plans: [first, { ...plan, ...wrong }] }))
  const refusal = refusalOf(() => readPlansFile(file))
  expect(refusal).toContain(file)
  expect(refusal).toMatch(/\n {2}plan 2/)
  expect(refusal).toContain(`${field} `)
  expect(refusal).not.toContain('plan 1')
})

test('an operator’s file recommends at most one plan of each interval, and the bundled one recommends none', () => {
  const recommended = (interval: string, id: string) => ({
    ...{ ...plan, name: id, interval, isRecommended: true },
    prices: { USD: { amount: 1, razorpayPlanId: id } },
  })
  const read = (interval: string) =>
    parsePlans({ plans: [recommended('monthly', 'a'), recommended(interval, 'b')] }, 'test').plans
  expect(read('yearly').map((one) => listedPlanOf(one).is_recommended)).toEqual([true, true])
  expect(refusalOf(() => read('monthly'))).toContain('more than one monthly plan has isRecommended')
  expect(bundledPlans.some((one) => listedPlanOf(one).is_recommended)).toBe(false)
})

test('an operator’s file reports all mistakes at once', () => {
  const wrong = { ...plan, name: 'Wrong', tagLine: '', points: [] }
  const refusal = refusalOf(() => parsePlans({ plans: [wrong] }, 'test'))
  expect(refusal).toContain('plan 1 "Wrong": tagLine must not be empty')
  expect(refusal).toContain('plan 1 "Wrong": points must not be empty')
})

const cheaper = { ...plan, prices: { USD: { amount: 1, razorpayPlanId: 'p' } } }

test.each([
  ['the same plan twice', [plan, cheaper]],
  ['one id for two plans', [plan, { ...plan, name: 'Other' }]],
  ['no plan at all', []],
])('an operator’s file is refused for %s', (_what, plans) => {
  refusalOf(() => parsePlans({ plans }, 'test'))
})

test('an operator’s file is refused if it is missing or not JSON', () => {
  expect(refusalOf(() => readPlansFile('/nowhere/plans.json'))).toContain('/nowhere/plans.json')
  expect(refusalOf(() => readPlansFile(fileOf('{')))).toContain('is not JSON')
  refusalOf(() => readPlansFile(fileOf('[]')))
})
