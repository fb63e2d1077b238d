import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import type { RateLimit } from '../../../server/api/counts'
import {
  type Action,
  type Limit,
  type RateLimits,
  rateLimits,
  type Subject,
} from '../../../server/api/limits'
import { demoAdmin, demoPassword } from '../../../server/demo/demo'
import { type Client, refusalOf } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'
import { limitedApi } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/target'

const hour = 60 * 60 * 1000
const roomy = { calls: 100_000, window: hour }
/** Three at once; then one an hour. */
const tight = { calls: 3, window: 3 * hour }
const standard = rateLimits()

type Name = CallName | Action
const limitsOf = (name: Name): readonly Limit[] => standard[name]

const entries = (Object.keys(calls) as CallName[]).flatMap((call) =>
  limitsOf(call).map((limit, index) => ({
    call,
    limit,
    index,
    name: `${call} by ${limit.by.join(' and ')}${limit.sharedAs ? `, with ${limit.sharedAs}` : ''}`,
  })),
)

/** @returns the limits of the table, each as loose or as tight as `how` says. */
function changed(how: (name: Name, limit: Limit, index: number) => RateLimit): RateLimits {
  const lists = (Object.keys(standard) as Name[]).map((name): [string, Limit[]] => [
    name,
    limitsOf(name).map((limit, index) => ({ ...limit, ...how(name, limit, index) })),
  ])
  return Object.fromEntries(lists) as unknown as RateLimits
}

function onlyOne(wanted: Name, isMeant: (limit: Limit, index: number) => boolean) {
  return changed((name, limit, index) => (name === wanted && isMeant(limit, index) ? tight : roomy))
}

/** How often one may call: the table of `server/api/limits.ts`. */
export default function describeRateLimits(client: Client, { clock }: Target): void {
  if (!clock) return

  function limited(rateLimits: RateLimits, token?: string) {
    const { call, ...api } = limitedApi(client, rateLimits)
    const home = client.unique('client')
    const request = (name: CallName, body: unknown, from = home) =>
      call(name, body, { from, ...(token && { token }) })
    return {
      ...api,
      request,
      /** @returns what was answered to each of some calls, one after the other. */
      async statuses(name: CallName, bodies: unknown[], from?: string) {
        const statuses: number[] = []
        for (const body of bodies) statuses.push((await request(name, body, from)).status)
        return statuses
      },
    }
  }

  /** @returns a body for a call, about an address and a token that nothing else is about. */
  function bodyOf(call: CallName, email?: string): Record<string, unknown> {
    const address = email ?? client.newAddress()
    const token = client.unique('token')
    if (call === 'inviteTeamMembers') return { emails: [address] }
    if (call === 'signup') return { ...client.newSignup(), email: address }
    if (call === 'refreshToken') return { refresh: token }
    if (call === 'resetPassword') return { reset_token: token, new_password: 'a long password' }
    return { ...examples[call], ...(call !== 'updateProfile' && { email: address }) }
  }

  const isSignedIn = (subject: Subject) => subject === 'user' || subject === 'organisation'
  const refusedOnes = (statuses: number[]) => statuses.map((status) => status === 429)

  test.each(entries)('$name', async ({ call, limit, index }) => {
    const { access } = await client.newAdmin()
    const only = onlyOne(call, (_limit, other) => other === index)
    const { request, statuses, servers } = limited(only, access)
    // Calls agree in what the limit counts by, and in nothing else that is theirs to choose.
    const same = bodyOf(call)
    const isOfBody = limit.by.some((subject) => subject === 'token')
    const next = () => (isOfBody ? same : bodyOf(call))
    const place = client.unique('place')
    const isOfPlace = limit.by.some((subject) => subject.endsWith('network'))
    const from = () => (isOfPlace ? place : client.unique('client'))
    const allowed = limit.perServer ? 3 * servers : 3
    for (let turn = 0; turn < allowed; turn += 1) {
      const { status } = await request(call, next(), from())
      expect(status).not.toBe(429)
    }

    const response = await request(call, next(), from())
    const wait = Number(response.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(3600)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await refusalOf(response)).toEqual({
      status: 429,
      text: `Too many attempts. Please try again in ${Math.ceil(wait / 60)} minutes.`,
    })

    // Others go on: elsewhere, about somebody else, or signed in as somebody else.
    for (const subject of limit.by) {
      const other = await client.newAdmin()
      const api = limited(only, isSignedIn(subject) ? other.access : access)
      const body = subject === 'token' ? bodyOf(call) : next()
      const elsewhere = subject.endsWith('network') ? client.unique('client') : from()
      expect((await api.request(call, body, elsewhere)).status, subject).not.toBe(429)
    }
    expect((await statuses(call, [next()], from()))[0]).toBe(429)
  })

  test('members without permission don’t use up their organisation’s limits', async () => {
    const allTight = changed(() => tight)
    const member = await client.memberToken()
    const credentials = { email: demoAdmin.email, password: demoPassword }
    const admin = await client.succeed('login', credentials)
    const names = ['createSubscription', 'verifySubscription', 'cancelSubscription'] as const
    for (const name of names) {
      const bodies = Array.from({ length: 5 }, () => bodyOf(name))
      const tries = await limited(allTight, member).statuses(name, bodies)
      expect(tries, name).toEqual([403, 403, 403, 403, 403])
      const answers = await limited(allTight, admin.access).statuses(name, bodies)
      expect(refusedOnes(answers), name).toEqual([false, false, false, true, true])
    }
  })
}
