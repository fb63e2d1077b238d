import { readFileSync } from 'node:fs'
import { getResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Team } from '../../contract/team'
import {
  type Conditions,
  callOf,
  conditionsFromSearch,
  defaultConditions,
  injectFailure,
} from '../../mocks/conditions'
import { countryService, createHandlers } from '../../mocks/handlers'
import { answerRequest, passTime } from '../../mocks/mock-api'
import { panelScenarios } from '../../mocks/panel-scenarios'
import { dataOf, parseScenario, sessionOf } from '../../mocks/scenarios'
import { demoAdmin } from '../../server/demo/demo'
import { requestTo } from '../support/request-to'

/** Opens a scenario of mock mode, and signs in. @returns its data, and what answers a GET. */
async function openScenario(scenario: string) {
  const data = await dataOf(parseScenario(scenario))
  const who = scenario.startsWith('member') ? 'member' : 'admin'
  const { accessToken: token } = await sessionOf(data, who)
  const ask = async (path: string) => {
    const conditions = { ...defaultConditions, scenario }
    return await (await answerRequest(data, requestTo(path, { token }), conditions)).json()
  }
  return { data, token, ask }
}

test.each<[string, Partial<Conditions>]>([
  ['?sort=name', {}],
  ['?mock-latency=getProfile:20,all:5', { latency: 5, latencies: { getProfile: 20 } }],
  ['?mock-fail=login:500:once', { failures: { login: 500 }, once: ['login'] }],
  ['?mock-fail=frame:network', { failures: { frame: 'network' }, once: [] }],
  ['?mock-clock=-2h', { clock: -7_200_000 }],
])('the address %s sets conditions', (search, changes) => {
  expect(conditionsFromSearch(search)).toEqual({ changes, problems: [] })
})

test.each([
  ...['?mock-latency=soon', '?mock-latency=nothing:5', '?mock-fail=login:200'],
  ...['?mock-fail=toString:500', '?mock-clock=8', '?mock-currency=EUR'],
])('the invalid address %s changes nothing, and says so', (search) => {
  const { changes, problems } = conditionsFromSearch(search)
  expect(changes).toEqual({})
  expect(problems).toEqual([expect.stringMatching(/^mock-(latency|fail|clock|currency): /)])
})

test('a call fails by its name, before what fails all calls, and once if asked to', () => {
  let conditions: Conditions = { latency: 0, failures: { login: 500, all: 503 }, once: ['login'] }
  const failureOf = (path: string) => {
    const name = callOf(new Request(`https://app.test${path}`, { method: 'POST' })) ?? 'all'
    return injectFailure(
      name,
      () => conditions,
      (changed) => {
        conditions = changed
      },
    )
  }
  const paths = ['/api/signup/', '/api/login/', '/api/login/']
  expect(paths.map(failureOf)).toEqual([503, 500, 503])
  expect(conditions).toEqual({ latency: 0, failures: { all: 503 }, once: [] })
})

test('a call is known by its address and its method', () => {
  const named = (method: string) => callOf(new Request('https://app.test/api/buyer/', { method }))
  expect(['GET', 'POST'].map(named)).toEqual(['getBuyer', 'changeBuyer'])
})

test('the panel offers every scenario that docs/mock-mode.md lists, and each can be played', () => {
  const offered = Object.values(panelScenarios).flat()
  const [, table = ''] =
    /\| Scenario \|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/.exec(
      readFileSync('docs/mock-mode.md', 'utf8'),
    ) ?? []
  const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word),
  )
  expect(listed.length).toBeGreaterThan(15)
  const words = offered.flatMap(([scenario]) => scenario.split(','))
  for (const word of listed) expect(words).toContain(word)
  for (const [scenario] of offered) expect(() => parseScenario(scenario)).not.toThrow()
})

test.each(['guest', 'activity:', 'team:2000', 'admin,subscribe', 'subscribed:scale:yearly:EUR'])(
  'there is no scenario %s',
  (text) => {
    expect(() => parseScenario(text)).toThrow('is none of')
  },
)

test('a scenario has the team, the plan and the invitations that its words say', async () => {
  const { ask } = await openScenario('admin,team:30,invitation:expired,payment:pending')
  const team: Team = await ask('/api/team/')
  expect(team.members).toHaveLength(30)
  expect(team.invitations.map(({ state }) => state)).toEqual(['expired'])
  expect((await ask('/api/profile/')).organization.subscription_plan).toMatchObject({
    payment_state: 'pending',
    tried_until: expect.any(String),
  })
})

test('a yearly plan’s payment fails, too', async () => {
  const { ask } = await openScenario('admin,subscribed:scale:yearly,payment:pending')
  expect((await ask('/api/profile/')).organization.subscription_plan).toMatchObject({
    interval: 'yearly',
    payment_state: 'pending',
  })
})

test('a second factor is due in days, or overdue, as its scenario says', async () => {
  const dueIn = async (scenario: string) => {
    const { ask } = await openScenario(scenario)
    return (await ask('/api/profile/')).second_factor_due_in
  }
  expect(await dueIn('admin,two-factor:due')).toBeGreaterThan(0)
  expect(await dueIn('admin,two-factor:over')).toBe(0)
})

test('only calls are answered, at the address that they are sent to', async () => {
  const app = 'https://host.example.test'
  const location = new URL(`${app}/orglens/signin`)
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', { location })
  const asked = async (apiAddress: string, url: string) => {
    const handlers = createHandlers(
      async ({ url }) => new Response(url),
      () => defaultConditions,
      () => {},
      apiAddress,
    )
    return (await getResponse(handlers, new Request(url)))?.text()
  }
  expect(await asked(app, `${app}/api/pricing/`)).toBe(`${app}/api/pricing/`)
  expect(await asked(app, `${app}/orglens/src/api/call.ts`)).toBeUndefined()
  const elsewhere = 'https://api.example.test:8443/v1'
  expect(await asked(elsewhere, `${elsewhere}/api/pricing/`)).toBe(`${app}/api/pricing/`)
  expect(await asked(elsewhere, `${app}/api/pricing/`)).toBeUndefined()
  vi.unstubAllGlobals()
})

test('what a jump of the clock passes over happens: a failed payment is mailed, and the end', async () => {
  const day = 24 * 60 * 60 * 1_000
  const { data, token } = await openScenario('admin,subscribed')
  let now = Date.now()
  const ask = (path: string) =>
    answerRequest(data, requestTo(path, { token }), {
      ...defaultConditions,
      clock: now - Date.now(),
    })
  const jump = async (days: number) => {
    const since = now
    now += days * day
    await passTime(data, since, now, 'http://localhost')
    await ask('/dev/mailbox.json')
    const mails = data.mails.splice(0).filter(({ to }) => to === demoAdmin.email)
    return mails.map(({ subject }) => subject)
  }
  await ask('/api/profile/')
  const [kept] = data.sandboxSubscriptions.filter(({ paidAt }) => paidAt !== null)
  kept?.acts.push({ kind: 'card', at: new Date(now), card: 'failing' })
  await jump(29)
  expect(await jump(7)).toEqual([
    'The payment for Starter failed: your Orglens plan',
    expect.stringMatching(/^Starter ends on .*: your Orglens plan$/),
  ])
  expect(await jump(31)).toEqual(['Starter has ended: your Orglens plan'])
})

test.each([
  ['en-IN', 'IN'],
  ['hi', 'US'],
  ['C', 'US'],
  ['', 'US'],
])('a browser with the language %j is in the country %s', async (language, country) => {
  vi.stubGlobal('navigator', { language })
  onTestFinished(() => void vi.unstubAllGlobals())
  const handlers = createHandlers(
    () => Promise.reject(new Error('no call')),
    () => defaultConditions,
    () => {},
    'https://api.test',
  )
  const answer = await getResponse(handlers, new Request(countryService))
  expect(await answer?.json()).toEqual({ country })
})
