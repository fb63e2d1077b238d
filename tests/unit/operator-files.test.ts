import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Plan } from '../../server/api/payments'
import { limitsOf, listedPlanOf, subscribedPlanOf } from '../../server/billing/plan/shown-plan'
import {
  parseDashboards,
  readDashboardsFile,
} from '../../server/dashboards/providers/dashboards-file'
import { FileError } from '../../server/lib/operator-file'
import { readText } from '../../server/lib/read-text'
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

/** @returns the path of a file that an operator wrote. */
function fileOf(content: string | Buffer): string {
  const path = join(newFolder(), 'file.json')
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

test('an operator’s file replaces the bundled plans, and needs a price in the currency that is charged everywhere', () => {
  const file = fileOf(JSON.stringify({ plans: [plan] }))
  expect(readPlansFile(file)).toEqual({ plans: [plan], withoutPlan: {} })
  expect(readPlansFile(undefined).plans).toBe(bundledPlans)
  expect(refusalOf(() => readPlansFile(file, 'INR'))).toContain(
    'plan "Team" (monthly) has no price in INR, which is SUBSCRIPTION_CURRENCY',
  )
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

test('a plan is listed with each price, and its limits; a subscriber has the price in rupees only if that is charged', () => {
  const prices = { ...plan.prices, INR: { amount: 199_900, razorpayPlanId: 'plan_inr' } }
  const limits = { members: 5 }
  const [read] = parsePlans({ plans: [{ ...plan, prices, limits }] }, 'test').plans as [Plan]
  const inRupees = { amount_in_inr: 1_999, razorpay_plan_id_inr: 'plan_inr' }
  const shown = {
    ...{ name: 'Team', tag_line_for_plan: 'For teams', interval: 'monthly' },
    ...{ amount_in_usd: 19.99, razorpay_plan_id: 'plan_team' },
  }
  const listed = { ...shown, ...inRupees, descriptions: ['Everything'], limits }
  expect(listedPlanOf(read)).toEqual(listed)
  const descriptions = [{ point: 'Everything' }]
  const subscribed = (currency: 'INR' | 'USD') => subscribedPlanOf({ plan: read, currency })
  expect(subscribed('INR')).toEqual({ ...shown, ...inRupees, descriptions })
  expect(subscribed('USD')).toEqual({ ...shown, descriptions })
})

test.each([
  ['name', { name: ' ' }],
  ['interval', { interval: 'weekly' }],
  ['points.0', { points: [''] }],
  ['points', { points: [] }],
  ['prices.USD.amount', { prices: { USD: { amount: 19.99, razorpayPlanId: 'p' } } }],
  ['prices.USD.amount', { prices: { USD: { amount: 0, razorpayPlanId: 'p' } } }],
  ['prices.USD.razorpayPlanId', { prices: { USD: { amount: 1, razorpayPlanId: '' } } }],
  ['limits.members', { limits: { members: 0 } }],
  ['tagline', { tagline: 'misspelt' }],
])('an operator’s file is refused, naming the plan and the field %s', (field, wrong) => {
  const first = { ...plan, name: 'First', prices: { USD: { amount: 1, razorpayPlanId: 'one' } } }
  const file = fileOf(JSON.stringify({ plans: [first, { ...plan, tagLine: '', ...wrong }] }))
  const refusal = refusalOf(() => readPlansFile(file))
  expect(refusal).toContain(file)
  expect(refusal).toMatch(/\n {2}plan 2 "(Team| )": tagLine must not be empty/)
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

const cheaper = { ...plan, prices: { USD: { amount: 1, razorpayPlanId: 'p' } } }

test.each([
  ['the same plan twice', [plan, cheaper]],
  ['one id for two plans', [plan, { ...plan, name: 'Other' }]],
  ['no plan at all', []],
])('an operator’s file is refused for %s', (_what, plans) => {
  refusalOf(() => parsePlans({ plans }, 'test'))
})

const sales = { id: 'sales', name: 'Sales', metabaseId: 12 }

test('a file lists dashboards in the order of their tabs, with further locked parameters', () => {
  const support = { id: 'help-desk', name: 'Help desk', metabaseId: 3 }
  const lockedParameters = { region: ['emea', 'apac'], year: 2026, test: false }
  const path = fileOf(JSON.stringify({ dashboards: [{ ...sales, lockedParameters }, support] }))
  expect(readDashboardsFile(path, 'tenant')).toEqual([
    { ...sales, lockedParameters },
    { ...support, lockedParameters: {} },
  ])
})

test.each<[dashboards: unknown[], text: string]>([
  [[{ ...sales, colour: 'red' }], 'colour is not a known field'],
  [[sales, { id: 'Sales!' }], 'dashboard 2 "Sales!": id must be lower-case letters'],
  [[{ id: 'a' }, { id: 'support' }], 'dashboard 2 "support": name '],
  [[sales, { ...sales, name: 'Other' }], 'the id "sales" is used twice'],
  [[sales, { ...sales, id: 'other', name: 'SALES' }], '"SALES" is used twice'],
  [[], 'at least one dashboard'],
  [[{ ...sales, metabaseId: 0 }], 'metabaseId must be 1 or more'],
  // It would say whose data shows.
  [[{ ...sales, lockedParameters: { tenant: 1 } }], 'lockedParameters may not set tenant'],
  // They switch the filter off.
  [[{ ...sales, lockedParameters: { a: [] } }], 'a list of 1 to 100'],
  [[{ ...sales, lockedParameters: { a: '' } }], 'must be a text of at most 500 characters'],
])('a list of the dashboards %j is refused: %s', (dashboards, text) => {
  expect(refusalOf(() => parseDashboards({ dashboards }, 'tenant', 'the file'))).toContain(text)
})

test.each([
  ['plans', readPlansFile],
  ['dashboards', (path: string) => readDashboardsFile(path, 'tenant')],
])('a file of %s that is missing, no JSON, or no list is refused', (name, readFile) => {
  const read = (path: string) => refusalOf(() => readFile(path))
  expect(read('/nowhere/file.json')).toMatch(/can't be read: .*\/nowhere\/file\.json/)
  expect(read(fileOf('{'))).toContain('is not JSON')
  expect(read(fileOf(`{"${name}": {}}`))).toContain('must be a list')
})

test('a file is read without its byte order mark, and refused in UTF-16 and Latin-1', () => {
  const text = 'VITE_PRODUCT_NAME=Zürich'
  expect(readText(fileOf(`\uFEFF${text}`))).toBe(text)
  const encoded = {
    'UTF-16': Buffer.from(text, 'utf16le'),
    'not UTF-8': Buffer.from(text, 'latin1'),
  }
  for (const [what, bytes] of Object.entries(encoded))
    expect(() => readText(fileOf(bytes))).toThrow(`is ${what}. Save it as UTF-8.`)
})
