import { describe, expect, test } from 'vitest'
import type { AuditLog } from '../../contract/audit-log'
import type { Profile } from '../../contract/profile'
import type { Team } from '../../contract/team'
import {
  type Conditions,
  callOf,
  conditionsFromSearch,
  conditionsToSearch,
  defaultConditions,
  injectFailure,
  parseConditions,
} from '../../mocks/conditions'
import { answerRequest } from '../../mocks/mock-api'
import { parseScenario } from '../../mocks/scenarios'
import { demoSecret } from '../../mocks/second-factor-scenarios'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { phoneOf } from '../support/phone'
import { requestTo } from '../support/request-to'
import { openScenario } from '../support/scenario'

describe('conditions in the address', () => {
  test.each<[string, Partial<Conditions>]>([
    ['', {}],
    ['?sort=name', {}],
    ['?mock-latency=1500', { latency: 1500, latencies: {} }],
    ['?mock-latency=getProfile:20,all:5', { latency: 5, latencies: { getProfile: 20 } }],
    ['?mock-fail=login:500', { failures: { login: 500 }, once: [] }],
    [
      '?mock-fail=login:500:once,getProfile:never,frame:network,getPricing:wrong-shape',
      {
        failures: { login: 500, getProfile: 'never', frame: 'network', getPricing: 'wrong-shape' },
        once: ['login'],
      },
    ],
    ['?mock-fail=', { failures: {}, once: [] }],
    ['?mock-clock=+8d', { clock: 8 * 86_400_000 }],
    ['?mock-clock=16m', { clock: 960_000 }],
    ['?mock-clock=-2h', { clock: -7_200_000 }],
    ['?mock-clock=0', { clock: 0 }],
    ['?mock-currency=INR', { currency: 'INR' }],
  ])('%s', (search, changes) => {
    expect(conditionsFromSearch(search)).toEqual({ changes, problems: [] })
  })

  test.each([
    ...['?mock-latency=-1', '?mock-latency=soon', '?mock-latency=', '?mock-latency=60001'],
    ...['?mock-latency=nothing:5', '?mock-latency=frame:5', '?mock-latency=5&mock-latency=6'],
    ...['?mock-fail=login', '?mock-fail=login:200', '?mock-fail=login:600'],
    ...['?mock-fail=login:sometimes', '?mock-fail=login:500:twice', '?mock-fail=nothing:500'],
    ...['?mock-fail=toString:500', '?mock-clock=soon', '?mock-clock=99999999d', '?mock-clock=8'],
    '?mock-currency=EUR',
  ])('%s is invalid, and changes nothing', (search) => {
    const { changes, problems } = conditionsFromSearch(search)
    expect(changes).toEqual({})
    expect(problems).toEqual([expect.stringMatching(/^mock-(latency|fail|clock|currency): /)])
  })

  test('apply even if others are invalid', () => {
    const { changes, problems } = conditionsFromSearch('?mock-latency=5&mock-fail=x')
    expect(changes).toEqual({ latency: 5, latencies: {} })
    expect(problems).toHaveLength(1)
  })

  test('survive a round trip through the address', () => {
    const conditions: Conditions = {
      latency: 5,
      latencies: { login: 7 },
      failures: { all: 503, login: 'network' },
      once: ['login'],
      clock: 8 * 86_400_000,
      currency: 'INR',
    }
    expect(conditionsFromSearch(conditionsToSearch(conditions)).changes).toEqual(conditions)
    expect(conditionsToSearch(defaultConditions)).toBe('')
  })
})

describe('stored conditions', () => {
  test('are restored', () => {
    const conditions = { latency: 300, failures: { login: 429, all: 'network' as const } }
    expect(parseConditions(JSON.stringify(conditions))).toEqual(conditions)
  })

  test.each([null, '', 'nonsense', '{}', '{"latency":-1,"failures":{}}'])(
    'are the defaults if %j is stored',
    (json) => {
      expect(parseConditions(json)).toEqual(defaultConditions)
    },
  )
})

describe('a failing call', () => {
  const failureOf = (name: string, failures: Conditions['failures']) =>
    injectFailure(
      name,
      () => ({ latency: 0, failures }),
      () => expect.unreachable('Nothing was to be met once.'),
    )
  const failureOfCall = (method: string, path: string, failures: Conditions['failures']) => {
    const request = new Request(`https://app.test${path}`, { method })
    return failureOf(callOf(request) ?? 'all', failures)
  }

  test('is found by its name: method and path', () => {
    const failures = { updateProfile: 500 }
    expect(failureOfCall('PUT', '/api/profile/', failures)).toBe(500)
    expect(failureOfCall('GET', '/api/profile/', failures)).toBeUndefined()
    expect(failureOfCall('POST', '/api/login/', failures)).toBeUndefined()
  })

  test('may be any call, unless it has a failure of its own', () => {
    const failures = { all: 'network', login: 401 } as const
    expect(failureOfCall('POST', '/api/login/', failures)).toBe(401)
    expect(failureOfCall('GET', '/api/pricing/', failures)).toBe('network')
    expect(failureOfCall('GET', '/api/nothing/', failures)).toBe('network')
  })

  test('is not another call whose path ends alike', () => {
    const failures = { openInvitation: 500 }
    expect(failureOfCall('POST', '/api/invite/', failures)).toBe(500)
    expect(failureOfCall('POST', '/api/invite-team-members/', failures)).toBeUndefined()
  })

  test('is not a request that is no call', () => {
    expect(failureOf('geolocation', { all: 500 })).toBeUndefined()
    expect(failureOf('frame', { all: 500, frame: 'never' })).toBe('never')
  })

  test('fails once if asked to, and others go on failing', () => {
    let conditions: Conditions = { latency: 0, failures: { login: 500, all: 503 }, once: ['login'] }
    const meet = (name: string) =>
      injectFailure(
        name,
        () => conditions,
        (changed) => {
          conditions = changed
        },
      )
    expect([meet('getProfile'), meet('login'), meet('login')]).toEqual([503, 500, 503])
    expect(conditions).toEqual({ latency: 0, failures: { all: 503 }, once: [] })
  })
})

describe('a scenario', () => {
  test('is described by its words', () => {
    const none = parseScenario('')
    expect(Object.entries(none).filter(([, value]) => value)).toEqual([['dashboard', true]])
    expect(parseScenario('member,subscribed,activity:10000,no-dashboard')).toEqual({
      ...none,
      who: 'member',
      subscribed: { plan: expect.objectContaining({ name: 'Starter' }), currency: 'USD' },
      activity: 10_000,
      dashboard: false,
    })
    const words =
      'team:200,audit:1000,receipts:24,invitation:expired,places:full,address:unconfirmed'
    expect(parseScenario(words)).toEqual({
      ...none,
      team: 200,
      receipts: 24,
      audit: 1_000,
      expired: true,
      full: true,
      unconfirmed: true,
    })
    expect(parseScenario('passkeys:3')).toEqual({ ...none, passkeys: 3 })
  })

  test('of a team has that many people, for both who sign in', async () => {
    const { ask } = await openScenario('admin,team:30,audit:40,invitation:expired')
    const team: Team = await ask('/api/team/')
    expect(team.members).toHaveLength(30)
    expect(team.invitations.map(({ state }) => state)).toEqual(['expired'])
    const log: AuditLog = await ask('/api/audit-log/?action=invitation-revoked')
    expect(log.data.length).toBeGreaterThanOrEqual(13)
  })

  test('with a second factor asks for a code, and leaves the current one unused', async () => {
    const { data } = await openScenario('admin,two-factor:on')
    const signIn = async (one_time_code?: string) => {
      const body = { ...demoAdmin, password: demoPassword, one_time_code }
      return (await answerRequest(data, requestTo('/api/login/', { body }))).status
    }
    expect(await signIn()).toBe(422)
    expect(await signIn(phoneOf(demoSecret).next())).toBe(200)
    expect(await signIn('000000-000000-000000-000010')).toBe(200)
  })

  test.each([
    ['two-factor:due', 5 * 86_400],
    ['two-factor:over', 0],
    ['member,two-factor:everybody', 5 * 86_400],
  ])('%s asks for a second factor within %i seconds', async (scenario, seconds) => {
    const { ask } = await openScenario(scenario)
    const { second_factor_due_in }: Profile = await ask('/api/profile/')
    expect(Math.abs((second_factor_due_in ?? -1e9) - seconds)).toBeLessThan(60)
  })

  test('without a free place keeps its members, and reserves the rest', async () => {
    const { ask } = await openScenario('places:full')
    const { places }: Team = await ask('/api/team/')
    expect(places.limit).toBe(10)
    expect(places.taken + places.reserved).toBe(10)
  })

  test.each(['guest', 'activity:', 'activity:99999', 'team:2000', 'places', 'admin,subscribe'])(
    "can't be %s",
    (text) => {
      expect(() => parseScenario(text)).toThrow('is none of admin, member, subscribed')
    },
  )
})
