import { decodeJwt, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { type CallName, calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { examples } from '../../contract/examples'
import { createDemoData, createMockServices } from '../../mocks/mock-api'
import { createApp } from '../../server/app/app'
import { demoAdmin, demoMember, demoPassword } from '../../server/demo/demo'
import { callsFor, callTable } from '../support/call-table'
import { createClient } from '../support/conformance/client'
import { silentLog } from './sql-store-examples'

const closed = callsFor('member', 'admin')

const origin = 'http://orglens.test'
const data = await createDemoData(origin)
const services = createMockServices(data, silentLog, undefined, origin)
const app = createApp(services)
const client = createClient({ fetch: async (request) => await app.fetch(request), origin })
const signIn = (email: string) => client.succeed('login', { email, password: demoPassword })

/** Invalid tokens, by their fault. */
let wrong: Record<string, string | undefined>
let member: string
/** Of an organisation that isn't the demo's. */
let stranger: string

beforeAll(async () => {
  const email = 'admin@elsewhere.test'
  const founder = { fullname: 'Somebody Else', email, password: demoPassword }
  await client.succeed('signup', { ...founder, organization: 'Elsewhere' })
  stranger = (await signIn(email)).access
  member = (await signIn(demoMember.email)).access
  const { access, refresh } = await signIn(demoAdmin.email)
  const ended = await signIn(demoAdmin.email)
  await client.succeed('logout', { refresh: ended.refresh })
  wrong = { ...(await forgeriesOf(access)), refresh, 'logged out': ended.access }
})

/** @returns forgeries of a valid token; those that are no token of this secret, `tests/unit/tokens.test.ts` has. */
async function forgeriesOf(access: string): Promise<Record<string, string | undefined>> {
  const payload = decodeJwt(access)
  const [header = '', body = ''] = access.split('.')
  const secret = new TextEncoder().encode(services.accessTokenSecret)
  const sign = (changes: object, alg = 'HS256') =>
    new SignJWT({ ...payload, ...changes }).setProtectedHeader({ alg }).sign(secret)
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const past = Math.floor(Date.now() / 1000) - 3600
  await client.succeed('getProfile', undefined, await sign({}))
  return {
    'no token': undefined,
    expired: await sign({ iat: past - 900, exp: past }),
    'without its signature': `${header}.${body}.`,
    'of no algorithm': `${encoded({ alg: 'none' })}.${body}.`,
    'of another algorithm': await sign({}, 'HS512'),
    'for another audience': await sign({ aud: 'somebody-else' }),
    'of no session': await sign({ sid: 'there-is-none' }),
    'of something else than a session': await sign({ sid: 7 }),
    'without an end': await sign({ exp: undefined }),
  }
}

/** The example of a call's body, with other fields; undefined for calls without one. */
function bodyOf(name: CallName, changes: object = {}): unknown {
  const { method, request }: Endpoint = calls[name]
  return request && method !== 'GET' ? { ...examples[name].request, ...changes } : undefined
}

/** @returns all rows of the demo organisation, of every table. */
function stateOfDemo(): string {
  const { id } = data.organisations.find(({ slug }) => slug === 'acme-analytics') ?? {}
  const rows: { organisationId?: string }[] = Object.values(data).flat()
  return JSON.stringify(rows.filter(({ organisationId }) => organisationId === id))
}

test('the table of calls has a row for each', () => {
  expect(Object.keys(callTable).sort()).toEqual(Object.keys(calls).sort())
})

test('no forged or spent token says who calls', async () => {
  for (const [what, token] of Object.entries(wrong)) {
    const answer = await client.request('getProfile', undefined, token)
    expect(answer.status, what).toBe(401)
    expect(answer.headers.get('www-authenticate'), what).toBe('Bearer')
    expect(await answer.json(), what).toMatchObject({
      error: 'Please sign in.',
      code: 'signed_out',
    })
  }
})

test.each(closed)(
  '%s is refused to whoever isn’t signed in, and to members unless the table allows it',
  async (name) => {
    const before = stateOfDemo()
    const body = bodyOf(name, { email: 'member@acme.test' })
    // Who calls is asked before what they want: nobody learns anything about the body.
    for (const given of [body, body && {}]) {
      for (const token of [undefined, wrong['logged out']]) {
        expect((await client.request(name, given, token)).status).toBe(401)
      }
      if (callTable[name].who === 'member') continue
      const text = "Only the organisation's admins may do this."
      const refusal = await client.wholeRefusal(name, given, member)
      expect(refusal).toMatchObject({ status: 403, error: text, code: 'admins_only' })
    }
    expect(stateOfDemo()).toBe(before)
    if (callTable[name].who !== 'member') return
    // Allowed, though the action itself may not be possible.
    const { status } = await client.request(name, body, member)
    expect([200, 204, 404, 409, 422]).toContain(status)
  },
)

test.each(callsFor('anybody'))('%s answers any caller, with any token', async (name) => {
  const body = name === 'refreshToken' ? { refresh: 'unknown' } : bodyOf(name)
  const expected = (await client.request(name, body)).status
  expect(expected).not.toBe(403)
  for (const token of [wrong.expired, member]) {
    const { status } = await client.request(name, body, token)
    // Registering twice is refused because of the name, not the caller.
    expect(status).toBe(name === 'signup' ? 409 : expected)
  }
})

test('an admin cannot reach the data of another organisation', async () => {
  const admin = (await signIn(demoAdmin.email)).access
  const order = bodyOf('createSubscription', { replaced_subscription_id: undefined })
  const { subscription_id } = await client.succeed('createSubscription', order, admin)
  await client.send('/sandbox/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscription_id }),
  })
  const before = stateOfDemo()
  expect(before).toContain(subscription_id)
  for (const name of closed) {
    // What they have added themselves they could remove.
    const own = name !== 'removeCopy' && {
      full_name: 'Somebody Else',
      email: 'admin@elsewhere.test',
    }
    const body = bodyOf(name, { ...own, subscription_id })
    const answer = await client.request(name, body, stranger)
    const text = await answer.text()
    expect(text, name).not.toContain('acme')
    expect(text, name).not.toContain('Priya')
    const { about } = examples[name]
    if (about === 'an id') expect(answer.status, name).toBe(404)
    else if (about) expect([200, 204, 404, 409, 422], name).toContain(answer.status)
    else expect([200, 204], name).toContain(answer.status)
  }
  expect(stateOfDemo()).toBe(before)
})
