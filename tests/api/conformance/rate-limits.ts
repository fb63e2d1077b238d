import { describe, expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import type { LimitedCall, RateLimits } from '../../../server/limits'
import { mailsTo } from './captured-mails'
import { type Client, refusalOf } from './client'
import { examples } from './examples'
import type { TestClock } from './target'

const hour = 60 * 60 * 1000
const roomy = { calls: 100_000, window: hour }
/** Three at once; then one an hour. */
const tight = { calls: 3, window: 3 * hour }
const limitedCalls: readonly LimitedCall[] = [
  'login',
  'signup',
  'forgotPassword',
  'inviteTeamMembers',
]
const kinds = ['perClient', 'perAddress'] as const

/** @returns limits of which only one is ever met. */
function limits(call: LimitedCall, kind: (typeof kinds)[number]): RateLimits {
  const generous = { perAddress: roomy, perClient: roomy }
  const none = {
    login: generous,
    signup: generous,
    forgotPassword: generous,
    inviteTeamMembers: generous,
  }
  return { ...none, [call]: { ...generous, [kind]: tight } }
}

interface LimitedClient {
  request(name: CallName, body: unknown, from?: string): Promise<Response>
  /** @returns what was answered to each of some calls, one after the other. */
  statuses(name: CallName, bodies: unknown[], from?: string): Promise<number[]>
  passwordUses: () => number
}

/** How often one may call (issue 3; settings in README.md). */
export function describeRateLimits(getClient: () => Client, clock: TestClock): void {
  /** @param token sent with every call. */
  function limited(client: Client, rateLimits: RateLimits, token?: string): LimitedClient {
    const api = client.api.withLimits?.(rateLimits)
    if (!api) throw new Error('This API can’t be limited.')
    const home = client.unique('client')
    const limitedClient: LimitedClient = {
      request: (name, body, from = home) =>
        api.fetch(
          new Request(new URL(calls[name].path, client.api.origin), {
            method: calls[name].method,
            headers: {
              'content-type': 'application/json',
              ...(token && { authorization: `Bearer ${token}` }),
            },
            ...(calls[name].request && { body: JSON.stringify(body) }),
          }),
          from,
        ),
      async statuses(name, bodies, from) {
        const statuses: number[] = []
        for (const body of bodies) {
          statuses.push((await limitedClient.request(name, body, from)).status)
        }
        return statuses
      },
      passwordUses: api.passwordUses,
    }
    return limitedClient
  }

  /** @returns a body for a call, about an address that nothing else is about. */
  function bodyOf(client: Client, call: LimitedCall, email?: string) {
    const address = email ?? `${client.unique('limited')}@example.test`
    if (call === 'inviteTeamMembers') return { emails: [address] }
    if (call === 'signup') return { ...client.newSignup(), email: address }
    return { ...examples[call], email: address }
  }

  const refusedOnes = (statuses: number[]) => statuses.map((status) => status === 429)

  describe('calls that are limited', () => {
    test.each(limitedCalls)('%s: a client is told to wait, another one goes on', async (call) => {
      const client = getClient()
      const { access } = await client.newAdmin()
      const { request, statuses } = limited(client, limits(call, 'perClient'), access)
      const bodies = Array.from({ length: 3 }, () => bodyOf(client, call))
      expect(refusedOnes(await statuses(call, bodies))).toEqual([false, false, false])

      const response = await request(call, bodyOf(client, call))
      const wait = Number(response.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(3600)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await refusalOf(response)).toEqual({
        status: 429,
        text: `Too many attempts. Please try again in ${Math.ceil(wait / 60)} minutes.`,
      })

      const elsewhere = await request(call, bodyOf(client, call), client.unique('client'))
      expect(elsewhere.status).not.toBe(429)
    })

    test.each(['login', 'signup', 'forgotPassword'] as const)(
      '%s: an address is left in peace, wherever the calls come from',
      async (call) => {
        const client = getClient()
        const { request, statuses } = limited(client, limits(call, 'perAddress'))
        const name = client.unique('attacked')
        const typed = `${name}@exämple.test`
        const from = () => client.unique('client')
        for (const spelling of [typed, typed.toUpperCase(), ` ${name}@xn--exmple-cua.test `]) {
          const { status } = await request(call, bodyOf(client, call, spelling), from())
          expect(status, spelling).not.toBe(429)
        }
        const fourth = await request(call, bodyOf(client, call, typed), from())
        expect(fourth.status).toBe(429)
        expect(fourth.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
        expect(refusedOnes(await statuses(call, [bodyOf(client, call)]))).toEqual([false])
      },
    )

    test('inviteTeamMembers: an admin is told to wait, another one goes on', async () => {
      const client = getClient()
      const rateLimits = limits('inviteTeamMembers', 'perAddress')
      const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
      const bodies = Array.from({ length: 4 }, () => bodyOf(client, 'inviteTeamMembers'))
      const { statuses } = limited(client, rateLimits, admin.access)
      expect(await statuses('inviteTeamMembers', bodies)).toEqual([200, 200, 200, 429])
      const others = limited(client, rateLimits, other.access)
      expect(await others.statuses('inviteTeamMembers', bodies)).toEqual([200, 200, 200, 429])
    })

    test.each(kinds)('are possible again with time, one by one (%s)', async (kind) => {
      const client = getClient()
      const { statuses } = limited(client, limits('login', kind))
      const body = bodyOf(client, 'login')
      expect(await statuses('login', Array(6).fill(body))).toEqual([404, 404, 404, 429, 429, 429])
      // Those that were refused made nothing worse.
      clock.advance(hour)
      expect(await statuses('login', [body, body])).toEqual([404, 429])
      clock.advance(2 * hour)
      expect(await statuses('login', [body, body, body])).toEqual([404, 404, 429])
      clock.advance(100 * hour)
      expect(await statuses('login', Array(4).fill(body))).toEqual([404, 404, 404, 429])
    })

    test('are counted by all servers together, also in the same instant', async () => {
      const client = getClient()
      const { request } = limited(client, limits('login', 'perClient'))
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => request('login', bodyOf(client, 'login'))),
      )
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([404, 404, 404, ...Array(17).fill(429)])
    })

    test('cost no password work once they are refused: a guess isn’t even looked at', async () => {
      const client = getClient()
      const { email, password } = await client.newAdmin()
      const { statuses, passwordUses } = limited(client, limits('login', 'perAddress'))
      const wrong = { email, password: 'wrong password' }
      expect(await statuses('login', [wrong, wrong, wrong])).toEqual([401, 401, 401])
      expect(passwordUses()).toBe(3)
      expect(await statuses('login', [wrong, { email, password }])).toEqual([429, 429])
      expect(passwordUses()).toBe(3)
      clock.advance(hour)
      expect(await statuses('login', [{ email, password }])).toEqual([200])
    })

    test('change nothing once they are refused', async () => {
      const client = getClient()
      const { email, password, access } = await client.newAdmin()
      const signup = { ...client.newSignup(), email: `${client.unique('late')}@example.test` }
      const attempts = [
        ['signup', signup, Array.from({ length: 3 }, () => bodyOf(client, 'signup'))],
        ['forgotPassword', { email }, Array(3).fill(bodyOf(client, 'forgotPassword'))],
        [
          'inviteTeamMembers',
          bodyOf(client, 'inviteTeamMembers', signup.email),
          Array(3).fill({ emails: [] }),
        ],
      ] as const
      for (const [call, body, spent] of attempts) {
        const { statuses, passwordUses } = limited(client, limits(call, 'perClient'), access)
        expect(refusedOnes(await statuses(call, [...spent]))).toEqual([false, false, false])
        const before = passwordUses()
        expect(await statuses(call, [body])).toEqual([429])
        expect(passwordUses()).toBe(before)
      }
      expect((await client.refused('login', signup)).status).toBe(404)
      expect(await mailsTo(client, signup.email)).toEqual([])
      expect(await mailsTo(client, email)).toEqual([])
      await client.succeed('login', { email, password })
      await client.succeed('signup', signup)
    })

    test('leave those of another kind alone', async () => {
      const client = getClient()
      const { statuses } = limited(client, limits('login', 'perClient'))
      await statuses('login', Array(4).fill(bodyOf(client, 'login')))
      const email = `${client.unique('limited')}@example.test`
      expect(await statuses('signup', [{ ...client.newSignup(), email }])).toEqual([200])
      expect(await statuses('forgotPassword', [{ email }])).toEqual([200])
      expect(await statuses('refreshToken', [{ refresh: 'nonsense' }])).toEqual([401])
      expect(await statuses('login', [bodyOf(client, 'login')])).toEqual([429])
    })
  })
}
