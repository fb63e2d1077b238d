import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import { type Endpoint, hasQueryInput } from '../../../contract/endpoint'
import { type Client, refusalOf } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'
import type { Target } from '../../support/conformance/targets'

const names = Object.keys(calls) as CallName[]
const withBody = names.filter((name) => {
  const endpoint: Endpoint = calls[name]
  return endpoint.request !== null && !hasQueryInput(endpoint)
})
const long = 'x'.repeat(20_000)
const json = { 'content-type': 'application/json' }

/** Addresses and bodies that the API answers, and which it refuses. */
export default function describeRequests(client: Client, { overSocket }: Target): void {
  /** Sends a body as it is. @returns the answer's status. */
  async function send(
    name: CallName,
    body: BodyInit | undefined,
    { token, headers = json }: { token?: string; headers?: Record<string, string> } = {},
  ): Promise<number> {
    const { method, path } = calls[name]
    const response = await client.send(path, {
      method,
      headers,
      ...(token && { token }),
      ...(body !== undefined && { body }),
      // What a stream needs, and the types of the DOM don't know.
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
    return response.status
  }

  test('a trailing slash may be left out, and a query may be added', async () => {
    const { access: token } = await client.newAdmin()
    const { path } = calls.getSessions
    for (const address of [path, path.replace(/\/$/, ''), `${path}?organization=2024`]) {
      expect((await client.send(address, { token })).status, address).toBe(200)
    }
  })

  test('an address names its methods in a 405', async () => {
    const paths = [...new Set(names.map((name) => calls[name].path))]
    // All of them are routed alike by the app, and a few beside a site.
    for (const path of overSocket ? paths.slice(0, 3) : paths) {
      const allowed = names
        .filter((name) => calls[name].path === path)
        .map((name): string => calls[name].method)
      for (const method of ['GET', 'POST', 'PATCH']) {
        if (allowed.includes(method)) continue
        const response = await client.send(path, { method })
        expect(response.status, `${method} ${path}`).toBe(405)
        expect(response.headers.get('allow')?.split(', ')).toEqual(allowed)
      }
    }
  })

  test('there is nothing at other addresses', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/login/more/',
      '/api/%00',
      '/api/%2e%2e%2findex.html',
    ]) {
      const refusal = await refusalOf(await client.send(path, { method: 'POST' }))
      expect(refusal, path).toEqual({ status: 404, text: 'There is nothing at this address.' })
    }
  })

  test('a body with missing fields, wrong types, unstorable or endless text is refused', async () => {
    const { access } = await client.newAdmin()
    // What the socket adds doesn't depend on the call.
    for (const name of overSocket ? withBody.slice(0, 2) : withBody) {
      const entries: Record<string, { type: string }> = calls[name].request?.entries ?? {}
      for (const [field, value] of Object.entries<unknown>(examples[name] ?? {})) {
        const statusWith = (wrong: unknown) =>
          client.statusOf(name, { ...examples[name], [field]: wrong }, access)
        const wrapped = (wrong: unknown) => statusWith(Array.isArray(value) ? [wrong] : wrong)
        const isOptional = ['optional', 'nullish'].includes(entries[field]?.type ?? '')
        if (!isOptional) expect(await statusWith(undefined), `${name} ${field}`).toBe(400)
        expect(await wrapped({}), `${name} ${field}`).toBe(400)
        if (typeof value !== 'string' && !Array.isArray(value)) continue
        for (const unstorable of ['null\u0000character', 'lone \ud800 surrogate']) {
          expect(await wrapped(unstorable), `${name} ${field}`).toBe(400)
        }
        // An address that isn't invited, and a wrong password.
        if (name === 'inviteTeamMembers' || (name === 'login' && field === 'password')) continue
        // One of a few words is another kind of mistake than a text.
        expect([400, 422], `${name} ${field}`).toContain(await wrapped('x'.repeat(20_000)))
      }
    }
  })

  test('a body that is not a JSON object in UTF-8, or has more than 1 MB, is refused', async () => {
    const text = JSON.stringify(examples.login)
    const bytes = (latin1: string) => new Uint8Array(Buffer.from(latin1, 'latin1'))
    for (const body of [
      ...[undefined, '', ' ', '{', 'null', '1', '"text"', '[{}]', bytes('\xff\xfe{\x00')],
      // Even in an unknown field.
      ...['\xff', '\xc3', '\xed\xa0\x80', '\xc0\xaf'].map((wrong) =>
        bytes(text.replace(/}$/, `,"more":"${wrong}"}`)),
      ),
      `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ]) {
      expect(await send('login', body), String(body).slice(0, 20)).toBe(400)
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      expect(await send('login', text, { headers: { 'content-type': type } }), type).toBe(415)
    }
    const named = { 'content-type': 'Application/JSON;charset=UTF-8' }
    expect(await send('login', text, { headers: named })).not.toBe(415)
    expect(await send('login', bytes(text), { headers: {} })).toBe(415)
    const tooMuch = `{"a":"${'x'.repeat(1024 * 1024)}"}`
    expect(await send('login', tooMuch)).toBe(413)
    // Nobody announces its length.
    expect(await send('login', new Blob([tooMuch]).stream())).toBe(413)
  })

  test('cancelling takes an empty body, or none (specification, section 7)', async () => {
    const { access: token } = await client.newAdmin()
    for (const [body, headers] of [
      [undefined, {}],
      ['', {}],
      ['', { 'content-type': 'text/plain' }],
      ['null', json],
      ['{}', json],
    ] as const) {
      expect(await send('cancelSubscription', body, { token, headers }), body).toBe(200)
    }
  })

  test.each([
    ['signup', { fullname: ' ', email: 'ada', password: 'short', organization: '!?' }, {}],
    [
      'signup',
      { fullname: long, organization: long },
      { email: 'ada@b.test', password: 'a password' },
    ],
    ['updateProfile', { full_name: '', email: 'ada', contact_number: '+91' }, {}],
    ['resetPassword', { new_password: 'short' }, { reset_token: 'a token' }],
  ] as const)('a refusal names every invalid field of %s at once', async (name, wrong, right) => {
    const { access } = await client.newAdmin()
    const { status, field_errors } = await client.wholeRefusal(name, { ...wrong, ...right }, access)
    expect(status).toBe(422)
    expect(Object.keys(field_errors ?? {}).sort()).toEqual(Object.keys(wrong).sort())
  })
}
