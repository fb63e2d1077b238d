import { decodeJwt, SignJWT } from 'jose'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallName, calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { examples } from '../../contract/examples'
import { callsFor, callTable } from '../support/call-table'
import { type Host, startDemoHost } from '../support/running-host'

const closed = callsFor('member', 'admin')

let host: Host
let database: Client
let demoState: string
/** Invalid tokens, by their fault. */
let wrong: Record<string, string | undefined>
let member: string
/** Of an organisation that isn't the demo's. */
let stranger: string

beforeAll(async () => {
  host = await startDemoHost()
  database = new Client({ connectionString: host.settings.databaseUrl })
  await database.connect()
  const { rows: tables } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'organisation_id' order by 1`,
  )
  const rowsOf = ({ name }: { name: string }) =>
    `(select jsonb_agg(to_jsonb(t) order by to_jsonb(t)) from "${name}" t where organisation_id =
      (select id from organisations where slug = 'acme-analytics'))`
  demoState = `select ${tables.map(rowsOf).join()}`
  await host.call('signup', {
    fullname: 'Somebody Else',
    email: 'admin@elsewhere.test',
    password: 'orglens-demo',
    organization: 'Elsewhere',
  })
  stranger = (await host.signIn('admin@elsewhere.test')).access
  member = (await host.signInMember()).access
  const { access, refresh } = await host.signInAdmin()
  const ended = await host.signInAdmin()
  expect((await host.call('logout', { refresh: ended.refresh })).status).toBe(204)
  wrong = { ...(await forgeriesOf(access)), refresh, 'logged out': ended.access }
})

/** @returns forgeries of a valid token, and of its parts. */
async function forgeriesOf(access: string): Promise<Record<string, string | undefined>> {
  const payload = decodeJwt(access)
  const [header = '', body = '', signature = ''] = access.split('.')
  const secret = new TextEncoder().encode(host.settings.accessTokenSecret)
  const sign = (changes: object, alg = 'HS256', key = secret) =>
    new SignJWT({ ...payload, ...changes }).setProtectedHeader({ alg }).sign(key)
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const past = Math.floor(Date.now() / 1000) - 3600
  expect((await host.call('getProfile', undefined, await sign({}))).status).toBe(200)
  return {
    'no token': undefined,
    'an empty one': '',
    expired: await sign({ iat: past - 900, exp: past }),
    'changed after signing': [header, encoded({ ...payload, sid: 'another' }), signature].join('.'),
    'without its signature': `${header}.${body}.`,
    'of no algorithm': `${encoded({ alg: 'none' })}.${body}.`,
    'of another algorithm': await sign({}, 'HS512'),
    'of another secret': await sign({}, 'HS256', new TextEncoder().encode('x'.repeat(32))),
    'for another audience': await sign({ aud: 'somebody-else' }),
    'of no session': await sign({ sid: 'there-is-none' }),
    'of something else than a session': await sign({ sid: 7 }),
    'without an end': await sign({ exp: undefined }),
    'not a token': 'a.b.c',
  }
}

afterAll(async () => {
  await database.end()
  await host.stop()
})

/** The example of a call's body, with other fields; undefined for calls without one. */
function bodyOf(name: CallName, changes: object = {}): unknown {
  const { method, request }: Endpoint = calls[name]
  return request && method !== 'GET' ? { ...examples[name].request, ...changes } : undefined
}

/** @returns all rows of the demo organisation, of every table. */
async function stateOfDemo(): Promise<string> {
  const { rows } = await database.query({ text: demoState, rowMode: 'array' })
  return JSON.stringify(rows)
}

test('the table of calls has a row for each', () => {
  expect(Object.keys(callTable).sort()).toEqual(Object.keys(calls).sort())
})

test('no forged or spent token says who calls', async () => {
  for (const [what, token] of Object.entries(wrong)) {
    const answer = await host.call('getProfile', undefined, token)
    expect(answer.status, what).toBe(401)
    expect(answer.headers.get('www-authenticate'), what).toBe('Bearer')
    const text = 'Please sign in.'
    expect(await answer.json(), what).toEqual({ error: text, message: text, code: 'signed_out' })
  }
})

describe.each(closed)('%s', (name) => {
  test('whoever isn’t signed in is refused, and changes nothing', async () => {
    const before = await stateOfDemo()
    for (const token of [undefined, wrong['logged out']]) {
      expect((await host.call(name, bodyOf(name), token)).status).toBe(401)
    }
    // Who calls is asked before what they want: strangers learn nothing about the body.
    expect((await host.call(name, bodyOf(name) && {})).status).toBe(401)
    expect(await stateOfDemo()).toBe(before)
  })

  test('members are allowed what the table says', async () => {
    const before = await stateOfDemo()
    const answer = await host.call(name, bodyOf(name, { email: 'member@acme.test' }), member)
    if (callTable[name].who === 'member') {
      // Allowed, though the action itself may not be possible.
      expect([200, 204, 404, 409, 422]).toContain(answer.status)
      return
    }
    expect(answer.status).toBe(403)
    expect((await host.call(name, bodyOf(name) && {}, member)).status).toBe(403)
    const text = "Only the organisation's admins may do this."
    expect(await answer.json()).toEqual({ error: text, message: text, code: 'admins_only' })
    expect(await stateOfDemo()).toBe(before)
  })
})

test.each(callsFor('anybody'))('%s answers any caller, with any token', async (name) => {
  const body = name === 'refreshToken' ? { refresh: 'unknown' } : bodyOf(name)
  const expected = (await host.call(name, body)).status
  expect(expected).not.toBe(403)
  for (const token of [wrong.expired, member]) {
    const { status } = await host.call(name, body, token)
    // Registering twice is refused because of the name, not the caller.
    expect(status).toBe(name === 'signup' ? 409 : expected)
  }
})

test('an admin cannot reach the data of another organisation', async () => {
  const admin = (await host.signInAdmin()).access
  const order = bodyOf('createSubscription', { replaced_subscription_id: undefined })
  const created = await host.call('createSubscription', order, admin)
  const { subscription_id } = (await created.json()) as { subscription_id: string }
  await fetch(`${host.url}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscription_id }),
  })
  const before = await stateOfDemo()
  expect(before).toContain(subscription_id)
  for (const name of closed) {
    // What they have added themselves they could remove.
    const own = name !== 'removeCopy' && {
      full_name: 'Somebody Else',
      email: 'admin@elsewhere.test',
    }
    const body = bodyOf(name, { ...own, subscription_id })
    const answer = await host.call(name, body, stranger)
    const text = await answer.text()
    expect(text, name).not.toContain('acme')
    expect(text, name).not.toContain('Priya')
    const { about } = examples[name]
    if (about === 'an id') expect(answer.status, name).toBe(404)
    else if (about) expect([200, 204, 404, 409, 422], name).toContain(answer.status)
    else expect([200, 204], name).toContain(answer.status)
  }
  expect(await stateOfDemo()).toBe(before)
})
