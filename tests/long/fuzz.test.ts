import { Agent, METHODS, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type CallName, calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { errorBody } from '../../contract/error'
import { examples } from '../support/conformance/examples'
import { newFolder } from '../support/folders'
import { startDemoHost } from '../support/running-host'

/** A request as it goes over the wire. */
interface WireRequest {
  /** The call that it began as, before it was changed. */
  name: CallName
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** The timeout of an answer, in ms: far above what any takes. */
const patience = 30_000
/** More than the server reads of a body. */
const tooMuch = 1_100_000

const names = Object.keys(calls) as CallName[]

/** Texts that have broken programs before: controls, lone surrogates, other directions, combined ones. */
const oddTexts = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202eevil', 'e\u0301'.repeat(60)],
  ...['ſſ', 'ß', 'İ', 'ﷺ', '\ufeff', '🏳️‍🌈', '👩‍👩‍👧‍👦'.repeat(20)],
  ...['xn--', 'a@b@c', '@', 'a@xn--a.test'],
  ...['__proto__', 'constructor', 'null', 'NaN', '1e999', "'; drop table users; --"],
  ...['<script>', '../../etc/passwd', '%00', 'a'.repeat(300), 'ü'.repeat(5_000)],
]

const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const oddNumber = fc.constantFrom(0, -0, -1, 1e308, 2 ** 53, 0.1, Number.MIN_VALUE)
const deep = fc
  .integer({ min: 1, max: 3_000 })
  .map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`)
const oddValue = fc.oneof(oddText, oddNumber, fc.jsonValue(), fc.array(oddText, { maxLength: 5 }))

/** A right body in which some fields are left out, changed or added. */
function mutated(example: Record<string, unknown>): fc.Arbitrary<string> {
  const fields = Object.entries(example).map(([field, value]) => [
    field,
    fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, oddValue),
  ])
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields), { requiredKeys: [] }),
      fc.dictionary(oddText, oddValue, { maxKeys: 2 }),
    )
    .map(([known, more]) => JSON.stringify({ ...more, ...known }))
}

/** JSON that isn't, or that says something twice. */
function broken(right: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat(right.length).map((length) => right.slice(0, length)),
    fc.constantFrom(
      ...[`\ufeff${right}`, `${right},`, `${right}${right}`, right.replaceAll('"', "'"), '{"a":}'],
      ...['{"email":"a@b.c","email":1}', '{"__proto__":{"isAdmin":true}}', '[1e999]', 'undefined'],
    ),
    deep,
  )
}

/** Shown by its beginning where a failure is printed. */
function asBody(body: string | Uint8Array): Buffer {
  const bytes = Buffer.from(body as string)
  const shown = `${JSON.stringify(bytes.toString('latin1').slice(0, 500))} (${bytes.length} bytes)`
  return Object.assign(bytes, { [fc.toStringMethod]: () => shown })
}

function bodyFor(name: CallName): fc.Arbitrary<Buffer | null> {
  const example: Record<string, unknown> = examples[name] ?? {}
  const right = JSON.stringify(example)
  return fc.oneof(
    { weight: 30, arbitrary: mutated(example).map(asBody) },
    { weight: 10, arbitrary: fc.constant(right).map(asBody) },
    { weight: 10, arbitrary: fc.json().map(asBody) },
    { weight: 10, arbitrary: broken(right).map(asBody) },
    { weight: 5, arbitrary: fc.uint8Array({ maxLength: 200 }).map(asBody) },
    { weight: 5, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        asBody(JSON.stringify({ ...example, more: 'x'.repeat(tooMuch) })),
        asBody('['.repeat(tooMuch)),
      ),
    },
  )
}

/** The characters of a header (RFC 9110, section 5.5). */
const headerValue = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .map((value) => value.replaceAll('\x7f', '').trim())

function headersWith(tokens: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const authorization = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...tokens).map((token) => `Bearer ${token}`) },
    headerValue,
    headerValue.map((value) => `Bearer ${value}`),
    fc.constantFrom(...tokens).map((token) => `bearer  ${token.slice(0, -1)}`),
    fc.constantFrom('Bearer', 'Bearer ', 'Basic YTpi', `Bearer ${'x'.repeat(9_000)}`),
  )
  const type = fc.oneof(
    { weight: 6, arbitrary: fc.constant('application/json') },
    fc.constantFrom('application/json; charset=utf-16', 'APPLICATION/JSON;', 'text/plain', ''),
    fc.constantFrom('multipart/form-data', 'application/x-www-form-urlencoded', 'json'),
    headerValue,
  )
  return fc.record(
    {
      authorization,
      'content-type': type,
      accept: headerValue,
      'accept-encoding': fc.constantFrom('gzip', 'br;q=0', '*'),
      'content-encoding': fc.constantFrom('gzip', 'identity', 'nonsense'),
      origin: fc.constantFrom('null', 'https://evil.example', 'x'),
      'x-forwarded-for': fc.oneof(headerValue, fc.constantFrom('::ffff:1.2.3.4', '1.2.3.4, x')),
      'x-request-id': headerValue,
      'x-invitation-token': headerValue,
      'x-razorpay-signature': headerValue,
      'x-razorpay-event-id': headerValue,
      'if-none-match': fc.constant('*'),
      range: fc.constant('bytes=0-1'),
      expect: fc.constant('100-continue'),
    },
    { requiredKeys: ['authorization', 'content-type'] },
  )
}

function pathFor(path: string): fc.Arbitrary<string> {
  const segment = fc.oneof(fc.webSegment(), fc.constantFrom('%ff', '%00', '%2f', '%', ';', '..'))
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(path) },
    fc.constant(path.slice(0, -1)),
    fc.constantFrom(`${path}?a=%ff&a`, `${path}/`, `/${path}`, path.toUpperCase(), `${path}x`),
    fc.webQueryParameters().map((query) => `${path}?${query}`),
    fc.array(segment, { maxLength: 4 }).map((segments) => `/api/${segments.join('/')}`),
    fc.constantFrom('/api', '/api/webhooks/razorpay/', '/sandbox/pay', '/dev/mailbox.json'),
  )
}

/** CONNECT asks for a tunnel: there is no answer that has a body. */
const methods = METHODS.filter((method) => method !== 'CONNECT')

function requests(tokens: readonly string[]): fc.Arbitrary<WireRequest> {
  return fc.constantFrom(...names).chain((name) => {
    const { method, path } = calls[name]
    return fc.record({
      name: fc.constant(name),
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant(method as string) },
        fc.constantFrom(...methods),
      ),
      path: pathFor(path),
      headers: headersWith(tokens),
      body: bodyFor(name),
    })
  })
}

function exchange(origin: string, agent: Agent, wire: WireRequest): Promise<WireAnswer> {
  const { method, path, headers, body } = wire
  const length = body ? { 'content-length': String(body.length) } : {}
  const signal = AbortSignal.timeout(patience)
  const options = { agent, method, path, headers: { ...headers, ...length }, signal }
  return new Promise((resolve, reject) => {
    const request = send(origin, options, (response) => {
      const { statusCode: status = 0, headers } = response
      text(response).then((body) => resolve({ status, headers, body }), reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** For any request: no failure of the server's own, and the contract's form. */
function expectWellFormed({ name, method, path }: WireRequest, answer: WireAnswer): void {
  const { status, headers, body } = answer
  const what = `${method} ${path} answered ${status}: ${body.slice(0, 300)}`
  expect(status, what).toBeLessThan(500)
  expect(headers['set-cookie'], what).toBeUndefined()
  const { pathname } = new URL(`http://server${path}`)
  // Other paths are the site's.
  if (!/^\/(api|sandbox|dev)(\/|$)/.test(pathname) || method === 'HEAD') return
  if (status === 204) {
    expect(body, what).toBe('')
    return
  }
  if (status >= 400) {
    expect(headers['content-type'], what).toMatch(/^application\/json\b/)
    const { error, message } = v.parse(v.strictObject(errorBody.entries), JSON.parse(body))
    expect(error, what).toBe(message)
    expect(error.length, what).toBeGreaterThan(0)
    expect(error, what).not.toMatch(/\bat .+:\d+|node_modules|select |undefined|\[object/)
    return
  }
  const endpoint: Endpoint = calls[name]
  if (endpoint.response && endpoint.method === method && endpoint.path === path) {
    v.parse(endpoint.response, JSON.parse(body))
  }
}

/**
 * Sends generated requests to a server of its own, one after the other. One that fails is made as small
 * as it can be, and printed with the seed that brings it back: `FUZZ_SEED=… npx vitest …`.
 * @param count how many requests.
 * @param environment the server's settings; its database is a PostgreSQL unless they name another.
 */
async function expectAnswersToAnything(
  count: number,
  environment: Record<string, string> = {},
): Promise<void> {
  const errors: unknown[] = []
  const log = { info() {}, error: (...what: unknown[]) => void errors.push(what) }
  const host = await startDemoHost({ ...environment, TRUSTED_PROXIES: '1' }, log)
  const agent = new Agent({ keepAlive: true })
  try {
    const members = await Promise.all([host.signInAdmin(), host.signInMember()])
    const tokens = members.map(({ access }) => access)
    await fc.assert(
      fc.asyncProperty(requests(tokens), async (wire) => {
        expectWellFormed(wire, await exchange(host.url, agent, wire))
      }),
      { numRuns: count },
    )
    expect(errors).toEqual([])
  } finally {
    agent.destroy()
    await host.stop()
  }
}

test('generated requests get an answer in the contract’s form on PostgreSQL, never a 500', async () => {
  await expectAnswersToAnything(10_000)
})

test('generated requests get an answer in the contract’s form on the embedded database', async () => {
  await expectAnswersToAnything(10_000, { DATA_DIR: newFolder() })
})
