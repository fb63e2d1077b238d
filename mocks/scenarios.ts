import type { Currency } from '../contract/billing'
import type { Plan } from '../server/api/payments'
import type { MemoryData } from '../server/app/memory-store'
import type { Subscription } from '../server/billing/tables'
import { demoAdmin, demoMember, demoPassword } from '../server/demo/demo'
import { day, later, second } from '../server/lib/time'
import { bundledOffer, bundledPlans } from '../server/plans/plans'
import { codeAt } from '../server/two-factor/one-time-codes'
import { type Conditions, defaultConditions } from './conditions'
import { answerRequest, createPlainDemoData } from './mock-api'
import {
  addEntries,
  addExpiredInvitation,
  addMembers,
  addReceipts,
  addSessions,
  fillSeats,
} from './organisation-scenarios'
import { type PaymentScenario, paymentScenarios, reachPaymentState } from './payment-scenarios'
import { addReports } from './report-scenarios'
import {
  addPasskeys,
  addSecondFactors,
  askForSecondFactor,
  demoSecret,
  setSecondFactorRule,
} from './second-factor-scenarios'
import { addBuyer, addInvoices, type BuyerScenario } from './tax-scenarios'

const people = { admin: demoAdmin, member: demoMember }
export type Who = keyof typeof people

/** The initial data of mock mode, of which a scenario changes a part. Counts are those of the organisation Acme. */
const plain = {
  who: null as Who | null,
  /** Acme's plan, and the currency it is charged in; null: none. */
  subscribed: null as { plan: Plan; currency: Currency } | null,
  /** The number of past plans. */
  activity: 0,
  dashboard: true,
  /** The number of dashboards; undefined: the plan's limit. */
  dashboards: undefined as number | undefined,
  /** The minimum number of people. */
  team: 0,
  /** The number of entries added to the audit log. */
  audit: 0,
  /** The number of sessions of the signed-in user, or of Acme's admin. */
  sessions: 0,
  receipts: 0,
  /** Whether a receipt was refunded. */
  refunded: false,
  /** The buyer of Acme's payments, with tax invoices (D143). Null: no buyer, with receipts. */
  buyer: null as BuyerScenario | null,
  /** Whether there is an expired invitation. */
  expired: false,
  /**
   * `on`: all people have a second factor. `due`, `over`: the site requires one of admins, soon or now. `admins`,
   * `everybody`: Acme's own rule requires one; its admins have one (D138).
   */
  twoFactor: null as 'on' | 'due' | 'over' | 'admins' | 'everybody' | null,
  /** The number of passkeys of the signed-in user, or of Acme's admin. */
  passkeys: 0,
  /** Whether all passkeys but the first belong to another domain. */
  movedPasskeys: false,
  /** The number of reports: if a member is signed in, all are theirs; if an admin is, the first two are. */
  reports: 0,
  /** The state of the plan's payment; null: paid. */
  payment: null as PaymentScenario | null,
  /** Whether all seats of the plan are taken or reserved. */
  full: false,
  /** Whether the signed-in user has yet to prove their address (D90). */
  unconfirmed: false,
  /** Whether Acme is to be deleted (D140). */
  deleting: false,
}

type Scenario = typeof plain

/** A session as the browser stores it, by its keys in local storage (specification, section 3). */
export type StoredSession = Record<'accessToken' | 'refreshToken' | 'isOrganizationAdmin', string>

/** The values that each word sets. */
const words = new Map<string, Partial<Scenario>>([
  ['admin', { who: 'admin' }],
  ['member', { who: 'member' }],
  ['no-dashboard', { dashboard: false }],
  ...[1, 2, 3, 4].map((dashboards) => [`dashboards:${dashboards}`, { dashboards }] as const),
  ['refunded', { refunded: true }],
  ['buyer:india', { buyer: 'india' }],
  ['buyer:abroad', { buyer: 'abroad' }],
  // No data to change: `isTaxed` (mocks/tax.ts) reads this word.
  ['buyer:none', {}],
  ['invitation:expired', { expired: true }],
  ['places:full', { full: true }],
  ['address:unconfirmed', { unconfirmed: true }],
  ['organisation:deleting', { deleting: true }],
  // No data to change: `dashboardsUnder` (mocks/mock-api.ts) reads this word.
  ['organisation:slug-fixed', {}],
  ['two-factor:on', { twoFactor: 'on' }],
  ['two-factor:due', { twoFactor: 'due' }],
  ['two-factor:over', { twoFactor: 'over' }],
  ['passkeys:moved', { passkeys: 2, movedPasskeys: true }],
  ['two-factor:admins', { twoFactor: 'admins' }],
  ['two-factor:everybody', { twoFactor: 'everybody' }],
  ...paymentScenarios.map((payment) => [payment, { payment }] as const),
])
/** The words with a number, each with its maximum. */
const counted = {
  activity: 20_000,
  team: 1_000,
  audit: 10_000,
  sessions: 500,
  receipts: 1_000,
  passkeys: 10,
  reports: 40,
}

/** @returns the plan of `subscribed:scale:yearly:INR`, whose parts may be left out from the end. */
function subscribedOf(word: string): Scenario['subscribed'] {
  const [first, name, interval = 'monthly', currency = 'USD', ...rest] = word.split(':')
  const plan = bundledPlans.find(
    (one) =>
      one.interval === interval &&
      (name ?? bundledPlans[0]?.name.toLowerCase()) === one.name.toLowerCase(),
  )
  const isCurrency = currency === 'USD' || currency === 'INR'
  const isRight = first === 'subscribed' && rest.length === 0 && isCurrency
  return isRight && plan?.prices[currency] ? { plan, currency } : null
}

const planWords = `subscribed, ${bundledPlans
  .map(({ name, interval }) => `subscribed:${name.toLowerCase()}:${interval}`)
  .join(', ')} (with :INR charged in rupees)`

function meaningOf(word: string): Partial<Scenario> {
  const subscribed = subscribedOf(word)
  if (subscribed) return { subscribed }
  const known = words.get(word)
  if (known) return known
  const [, name, count] =
    /^(activity|team|audit|sessions|receipts|passkeys|reports):(\d{1,5})$/.exec(word) ?? []
  if (name && Number(count) <= counted[name as keyof typeof counted]) {
    return { [name]: Number(count) }
  }
  const counts = Object.entries(counted).map(([name, most]) => `${name}:0 to ${name}:${most}`)
  const [admin, member, ...others] = words.keys()
  throw new Error(
    `"${word}" is none of ${[admin, member, planWords, ...others, ...counts].join(', ')}`,
  )
}

/**
 * Parses a scenario, such as `member,subscribed,activity:10000,no-dashboard`.
 * @throws Error naming an unknown word.
 */
export function parseScenario(text: string): Scenario {
  const scenario = { ...plain }
  for (const word of text.split(',').filter(Boolean)) Object.assign(scenario, meaningOf(word))
  // A payment's state needs a plan.
  if (scenario.payment) scenario.subscribed ??= subscribedOf('subscribed')
  return scenario
}

/** @returns the demo organisations, with nothing added but the scenario. */
export async function dataOf(scenario: Scenario): Promise<MemoryData> {
  const data = await createPlainDemoData()
  const organisation = data.organisations.find(({ slug }) => slug.startsWith('acme'))
  const userOf = (who: Who) => data.users.find(({ email }) => email === people[who].email)
  const admin = userOf('admin')
  const person = userOf(scenario.who ?? 'admin')
  if (!organisation || !admin || !person) throw new Error('There is no Acme')
  const acme = { data, organisation, admin }
  // Earlier payments have earlier numbers.
  if (scenario.buyer) {
    addBuyer(acme, scenario.buyer)
    await addInvoices(acme, scenario.receipts, scenario.refunded)
  }
  if (scenario.subscribed) {
    const taxed = scenario.buyer ? { scenario: `buyer:${scenario.buyer}` } : {}
    await subscribe(data, scenario.subscribed, { ...defaultConditions, ...taxed })
  }
  const { dashboards } = scenario
  if (dashboards !== undefined) {
    for (const { plan } of data.subscriptions) plan.limits = { ...plan.limits, dashboards }
  }
  data.subscriptions.push(...historyOf(organisation.id, scenario.activity))
  if (scenario.payment) await reachPaymentState(scenario.payment, acme)
  addMembers(acme, scenario.team)
  addEntries(acme, scenario.audit)
  addSessions(data, person, scenario.sessions)
  if (!scenario.buyer) addReceipts(acme, scenario.receipts, scenario.refunded)
  addPasskeys(data, person, scenario.passkeys, scenario.movedPasskeys)
  addReports(acme, person, scenario.reports)
  if (scenario.unconfirmed) person.isAddressProven = false
  // Runs before second factors are added, because the call would then need a code.
  if (scenario.deleting) await askForDeletion(data, organisation.name)
  const { twoFactor } = scenario
  if (twoFactor === 'on') await addSecondFactors(acme)
  else if (twoFactor === 'admins' || twoFactor === 'everybody') {
    await setSecondFactorRule(acme, twoFactor)
  } else if (twoFactor) askForSecondFactor(acme, twoFactor === 'over')
  if (scenario.expired) addExpiredInvitation(acme)
  const limits = scenario.subscribed?.plan.limits ?? bundledOffer.withoutPlan
  if (scenario.full) fillSeats(acme, limits?.members ?? 0)
  return data
}

/** Signs in as a demo user. @returns the keys for local storage. */
export async function sessionOf(data: MemoryData, who: Who): Promise<StoredSession> {
  const credentials = {
    email: people[who].email,
    password: demoPassword,
    // The code of the previous time step, so that the current one stays unused.
    one_time_code: codeAt(demoSecret, later(new Date(), -30 * second)),
  }
  const session = await call(data, '/api/login/', credentials)
  return {
    accessToken: String(session.access),
    refreshToken: String(session.refresh),
    isOrganizationAdmin: String(session.is_organization_admin),
  }
}

/** Subscribes through the API, so that the sandbox's books have it too. */
async function subscribe(
  data: MemoryData,
  { plan, currency }: NonNullable<Scenario['subscribed']>,
  conditions: Conditions,
): Promise<void> {
  const { accessToken } = await sessionOf(data, 'admin')
  const planId = (plan.prices[currency] ?? plan.prices.USD).razorpayPlanId
  const created = await call(data, '/api/create-subscription/', { plan_id: planId }, accessToken)
  const { subscription_id } = created
  const paid = await call(data, '/sandbox/pay', { subscription_id })
  const proof = { ...paid, subscription_id }
  await call(data, '/api/verify-subscription/', proof, accessToken, conditions)
}

/** Asks for Acme's deletion through the API: it stops the renewal, and everybody gets a mail. */
async function askForDeletion(data: MemoryData, name: string): Promise<void> {
  const { accessToken } = await sessionOf(data, 'admin')
  await call(data, '/api/organisation/delete/', { name, password: demoPassword }, accessToken)
}

async function call(
  data: MemoryData,
  path: string,
  body: unknown,
  token?: string,
  conditions = defaultConditions,
): Promise<Record<string, unknown>> {
  const request = new Request(new URL(path, globalThis.location?.origin ?? 'http://localhost'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const response = await answerRequest(data, request, conditions)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return await response.json()
}

/** Consecutive plans, one day each, up to yesterday. */
function historyOf(organisationId: string, count: number): Subscription[] {
  const today = Math.floor(Date.now() / day) * day
  return Array.from({ length: count }, (_, index) => {
    const startedAt = new Date(today - (count - index + 1) * day)
    const plan = bundledPlans[index % bundledPlans.length]
    if (!plan) throw new Error('There are no plans')
    return {
      id: `sub_history_${index}`,
      organisationId,
      plan,
      currency: 'USD',
      state: index % 3 === 0 ? 'cancelled' : 'upgraded',
      createdAt: startedAt,
      wasPaid: true,
      startedAt,
      endedAt: later(startedAt, day),
      nextCheckAt: null,
      checkFailures: 0,
      renewal: null,
      nextStepAt: null,
    }
  })
}
