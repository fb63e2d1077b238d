import { readFileSync } from 'node:fs'
import { getResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Conditions,
  callOf,
  conditionsFromSearch,
  conditionsToSearch,
  defaultConditions,
  deviationCount,
  injectFailure,
  needsReload,
  parseConditions,
} from '../../mocks/conditions'
import { countryService, createHandlers } from '../../mocks/handlers'
import { answerRequest, passTime } from '../../mocks/mock-api'
import { panelScenarios } from '../../mocks/panel-scenarios'
import { dataOf, parseScenario, sessionOf } from '../../mocks/scenarios'
import { requestTo } from '../support/request-to'

const app = 'https://localhost'

beforeEach(() => {
  // A month has 30 days now, and invoices are numbered by the financial year.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00Z') })
  const location = new URL(`${app}/orglens/signin`)
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', { location })
})

/** Opens a scenario of mock mode, and signs in. @returns its data, and what answers a GET. */
async function openScenario(scenario: string) {
  const data = await dataOf(parseScenario(scenario))
  const who = scenario.startsWith('member') ? 'member' : 'admin'
  const { accessToken: token } = await sessionOf(data, who)
  const ask = (path: string, changes: Partial<Conditions> = {}) =>
    answerRequest(data, requestTo(path, { token }), { ...defaultConditions, scenario, ...changes })
  return { data, ask }
}

test('conditions have a link, a number, and need a reload if a page asks only once', () => {
  const conditions: Conditions = {
    ...{ latency: 5, latencies: { getTeam: 20 }, clock: 60_000, currency: 'INR' },
    ...{ failures: { login: 500, frame: 'never' }, once: ['login'] },
  }
  const link =
    '?mock-latency=all:5,getTeam:20&mock-fail=login:500:once,frame:never&mock-clock=60s&mock-currency=INR'
  expect(conditionsToSearch(conditions)).toBe(link)
  expect(conditionsFromSearch(link)).toEqual({ changes: conditions, problems: [] })
  expect(conditionsFromSearch('?mock-clock=+2h').changes).toEqual({ clock: 7_200_000 })
  expect([deviationCount(conditions), deviationCount(defaultConditions)]).toEqual([6, 0])
  const reloads = (changes: Partial<Conditions>) =>
    needsReload(defaultConditions, { ...defaultConditions, ...changes })
  expect(reloads({ latency: 5, failures: { login: 500, all: 503 } })).toBe(false)
  expect(reloads({ clock: 1_000 })).toBe(true)
  expect(reloads({ failures: { frame: 503 } })).toBe(true)
  expect(parseConditions(JSON.stringify(conditions))).toEqual(conditions)
  for (const json of [null, '{', '{"latency": -1, "failures": {}}']) {
    expect(parseConditions(json)).toBe(defaultConditions)
  }
})

test.each([
  ...['?mock-latency=soon', '?mock-latency=nothing:5', '?mock-fail=login:200'],
  ...['?mock-clock=8', '?mock-currency=EUR', '?mock-clock=-4000d', '?mock-latency=frame:5'],
  '?mock-latency=5&mock-latency=6',
])('the invalid address %s changes nothing, and says so', (search) => {
  const { changes, problems } = conditionsFromSearch(search)
  expect(changes).toEqual({})
  expect(problems).toEqual([expect.stringMatching(/^mock-(latency|fail|clock|currency): /)])
})

test('a call fails by its name, before what fails all calls, and once if asked to', () => {
  const failures = { changeBuyer: 500, all: 503 }
  let conditions: Conditions = { latency: 0, failures, once: ['changeBuyer'] }
  const keep = (changed: Conditions) => {
    conditions = changed
  }
  const failureOf = (method: string) => {
    const name = callOf(new Request('https://app.test/api/buyer/', { method })) ?? 'all'
    return injectFailure(name, () => conditions, keep)
  }
  expect(['GET', 'POST', 'POST'].map(failureOf)).toEqual([503, 500, 503])
  expect(injectFailure('frame', () => conditions, keep)).toBeUndefined()
  expect(conditions).toEqual({ latency: 0, failures: { all: 503 }, once: [] })
  conditions = { ...conditions, once: ['all'] }
  expect(['GET', 'POST'].map(failureOf)).toEqual([503, undefined])
})

test('the panel offers every scenario that docs/mock-mode.md lists, and each can be played', () => {
  const offered = Object.values(panelScenarios).flat()
  const docs = readFileSync('docs/mock-mode.md', 'utf8').split('| Scenario |')[1]?.split('\n\n')[0]
  const cells = [...(docs ?? '').matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell)
  const listed = cells.flatMap((cell) =>
    Array.from(cell.matchAll(/`([^`]+)`/g), ([, word]) => word),
  )
  expect(listed.length).toBeGreaterThan(15)
  const words = offered.flatMap(([scenario]) => scenario.split(','))
  for (const word of listed) expect(words).toContain(word)
  for (const [scenario] of offered) parseScenario(scenario)
  const wrong = 'guest activity: team:2000 admin,subscribe subscribed:scale:yearly:INR:1'
  for (const text of wrong.split(' ')) expect(() => parseScenario(text)).toThrow('is none of')
})

const [profile, receipts, organisation] = ['/api/profile/', '/api/receipts/', '/api/organisation/']
const [buyer, team, passkeys] = ['/api/buyer/', '/api/team/', '/api/passkeys/']
const plan = (facts: object) => ({ organization: { subscription_plan: facts } })
const many = (length: number) => expect.objectContaining({ length })
const billedTo = (name: string) => ({ legal_name: expect.stringContaining(name) })
const [text, sent] = [expect.any(String), { state: 'sent' }]
const [here, elsewhere] = [{ domain: 'localhost' }, { domain: 'orglens.example' }]
const confirmedAndWaiting = [{ state: 'confirmed' }, { state: 'waiting' }]
const own = (state: string) => ({ is_own: true, state: 'active', last: { state } })
const ofOther = { is_own: false, state: 'paused', paused: { reason: 'failures' } }
const fiveDays = 5 * 24 * 60 * 60

test.each<[scenario: string, path: string, answer: object]>([
  ['admin,subscribed', profile, plan({ name: 'Starter', interval: 'monthly' })],
  ['subscribed:scale:yearly:INR', receipts, { data: [{ amount: 24_999_000, currency: 'INR' }] }],
  ['payment:pending', profile, plan({ payment_state: 'pending', tried_until: text })],
  ['payment:halted', profile, plan({ payment_state: 'halted', ends_at: text })],
  ['payment:paused', profile, plan({ payment_state: 'paused' })],
  ['renewal:stopped', profile, plan({ can_be_kept_until: text })],
  ['activity:5', '/api/subscription-activity/', { data: many(5) }],
  ['receipts:5', receipts, { data: [{}, {}, { state: 'unpaid' }, {}, { amount: 2_900 }] }],
  ['receipts:4,refunded', receipts, { data: [{}, {}, {}, { state: 'refunded' }] }],
  ['buyer:india,receipts:2', buyer, { billed_to: billedTo('Private Limited'), tax: 'gst' }],
  ['buyer:india,receipts:2', receipts, { data: [{ invoice_number: 'OL/26-27/000002' }, {}] }],
  ['buyer:abroad', buyer, { billed_to: billedTo('GmbH'), copies: confirmedAndWaiting }],
  ['team:30', team, { members: many(30), invitations: [] }],
  ['places:full', team, { members: many(8), invitations: [sent, sent] }],
  ['invitation:expired', team, { invitations: [{ state: 'expired' }] }],
  ['dashboards:3', profile, { organization: { dashboards: many(3) } }],
  ['no-dashboard', profile, { organization: { org_iframe: '' } }],
  // Beside what the demo's people did.
  ['audit:7', '/api/audit-log/', { data: many(9) }],
  ['sessions:6', '/api/account/sessions/', { sessions: many(6) }],
  ['organisation:deleting', profile, { organization: { deletion: { state: 'waiting' } } }],
  ['organisation:slug-fixed', organisation, { slug_fixed: 'dashboards' }],
  ['address:unconfirmed', profile, { is_email_confirmed: false }],
  ['reports:3', '/api/reports/', { reports: [own('sent'), own('failed'), ofOther] }],
  ['passkeys:moved', passkeys, { passkeys: [here, elsewhere] }],
  ['two-factor:on', '/api/two-factor/', { state: 'on', required: false }],
  ['two-factor:due', profile, { second_factor_due_in: fiveDays }],
  ['two-factor:over', profile, { second_factor_due_in: 0 }],
  ['member,two-factor:everybody', profile, { second_factor_due_in: fiveDays }],
  ['buyer:none', buyer, { billed_to: null, tax: 'gst' }],
  ['two-factor:admins', organisation, { second_factor: 'admins', without_second_factor: many(2) }],
])('the scenario %s shows at %s', async (scenario, path, answer) => {
  const { ask } = await openScenario(scenario)
  expect(await (await ask(path)).json()).toMatchObject(answer)
})

/** What mock mode answers a request, if it does: the API repeats the request. */
async function answerUnder(conditions: Partial<Conditions>, request: Request, address = app) {
  const handlers = createHandlers(
    async (asked) => new Response(asked.url + (await asked.text())),
    () => ({ ...defaultConditions, ...conditions }),
    () => {},
    address,
  )
  return await getResponse(handlers, request)
}

test('only calls are answered, at the address that they are sent to', async () => {
  const asked = async (apiAddress: string, url: string, init?: RequestInit) =>
    (await answerUnder({}, new Request(url, init), apiAddress))?.text()
  expect(await asked(app, `${app}/api/pricing/`)).toBe(`${app}/api/pricing/`)
  expect(await asked(app, `${app}/orglens/src/api/call.ts`)).toBeUndefined()
  const elsewhere = 'https://api.example.test:8443/v1'
  const login = { method: 'POST', body: ' with a body' }
  expect(await asked(elsewhere, `${elsewhere}/api/login/`, login)).toBe(
    `${app}/api/login/ with a body`,
  )
  expect(await asked(elsewhere, `${app}/api/pricing/`)).toBeUndefined()
  // One that isn't as late as the others.
  const early = { latency: 2 ** 30, latencies: { getPricing: 0 } }
  expect(await answerUnder(early, new Request(`${app}/api/pricing/`))).toBeDefined()
})

test.each<[Conditions['failures'][string], object]>([
  [503, { status: 503, type: 'default', text: expect.stringContaining('told to fail with 503') }],
  ['not-json', { status: 200, text: expect.stringContaining('<!doctype html>') }],
  ['wrong-shape', { status: 200, text: '{"unexpected":true}' }],
  ['network', { type: 'error' }],
])('a call that fails with %s is answered so', async (failure, expected) => {
  const conditions = { failures: { getPricing: failure }, clock: 60_000 }
  const answer = await answerUnder(conditions, new Request(`${app}/api/pricing/`))
  const { status, type } = answer ?? {}
  expect({ status, type, text: await answer?.text() }).toMatchObject(expected)
  if (failure === 'network') return
  expect(answer?.headers.get('x-orglens-mock')).toBe('yes')
  const ahead = Date.parse(answer?.headers.get('date') ?? '') - Date.now()
  expect(Math.abs(ahead - 60_000)).toBeLessThan(30_000)
})

test.each([
  [503, 'https://dashboard.invalid/'],
  ['never', expect.stringContaining('/sample-analytics/')],
] as const)('a dashboard that fails with %s leads to %s', async (frame, org_iframe) => {
  const { ask } = await openScenario('admin')
  const answer = await ask(profile, { failures: { frame } })
  expect(await answer.json()).toMatchObject({ organization: { org_iframe } })
})

test('a report is mailed at its hour, though the clock jumps over it', async () => {
  const { data, ask } = await openScenario('admin,subscribed:growth,reports:1')
  const now = Date.now()
  const dueAt = new Date(now + 3_600_000)
  data.reports = data.reports.map((report) => ({ ...report, dueAt, runAt: dueAt }))
  await passTime(data, now, now + 12 * 3_600_000, 'http://localhost')
  await ask('/dev/mailbox.json', { clock: 12 * 3_600_000 })
  expect(data.mails.filter(({ subject }) => subject.includes('Overview'))).toHaveLength(1)
})

test.each<[language: string, currency: Conditions['currency'], country: string]>([
  ['en-IN', undefined, 'IN'],
  ['en-IN', 'USD', 'US'],
  ['hi', undefined, 'US'],
])('in the language %j with %s the country is %s', async (language, currency, country) => {
  vi.stubGlobal('navigator', { language })
  const answer = await answerUnder(currency ? { currency } : {}, new Request(countryService))
  expect(await answer?.json()).toEqual({ country })
})
