import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import { type Endpoint, hasQueryInput } from '../../../contract/endpoint'
import { type Client, refusalOf } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'
import type { Target } from '../../support/conformance/target'

const withBody = (Object.keys(calls) as CallName[]).filter((name) => {
  const endpoint: Endpoint = calls[name]
  return endpoint.request !== null && !hasQueryInput(endpoint)
})

/** 1 MB. */
const bodyLimit = 1024 * 1024

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

export default function describeBadInput(client: Client, { overSocket }: Target): void {
  /** Sends a body as it is, by someone who may. @returns the answer's status. */
  async function send(
    name: CallName,
    body: Body | undefined,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<number> {
    const { method, path, needsBearer } = calls[name]
    const response = await client.send(path, {
      method,
      headers,
      ...(needsBearer && { token: await adminToken() }),
      ...(body !== undefined && { body }),
      // What a stream needs, and the types of the DOM don't know.
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
    return response.ok ? response.status : (await refusalOf(response)).status
  }

  let token: string | undefined

  /** One admin for all: none of these calls may change anything. */
  async function adminToken(): Promise<string> {
    token ??= (await client.newAdmin()).access
    return token
  }

  // What the socket adds doesn't depend on the call.
  test.each(overSocket ? withBody.slice(0, 2) : withBody)(
    '%s: a body with missing fields, wrong types or unstorable text is refused',
    async (name) => {
      const broken = brokenBodies(name)
      expect(broken.length).toBeGreaterThan(0)
      for (const body of broken) {
        const refusal = await client.refused(name, body, await adminToken())
        expect(refusal.status, JSON.stringify(body)).toBe(400)
      }
    },
  )

  // One function reads all bodies.
  test('a body that is not a JSON object in UTF-8 is refused', async () => {
    const start = JSON.stringify(examples.login).replace(/}$/, ',"more":"')
    const bytes = (latin1: string) => new Uint8Array(Buffer.from(latin1, 'latin1'))
    const bodies = [
      undefined,
      ...['', ' ', '{', '{"a":1,}', 'email=a', 'null', '1', '"text"', '[]', '[{}]'],
      ...[bytes('\x00'), bytes('\xff\xfe{\x00')],
      // Even in an unknown field.
      ...['\xff', '\xc3', '\xed\xa0\x80', '\xc0\xaf'].map((wrong) => bytes(`${start}${wrong}"}`)),
      `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ]
    for (const body of bodies) {
      expect(await send('login', body), String(body).slice(0, 20)).toBe(400)
    }
  })

  test('another content type than JSON is refused', async () => {
    const body = JSON.stringify(examples.login)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      expect(await send('login', body, { 'content-type': type }), type).toBe(415)
    }
    expect(await send('login', new TextEncoder().encode(body), {})).toBe(415)
  })

  test('a body of more than 1 MB is refused, even without an announced length', async () => {
    const tooMuch = `{"a":"${'x'.repeat(bodyLimit)}"}`
    for (const body of [inParts(tooMuch), tooMuch]) expect(await send('login', body)).toBe(413)
  })

  test.each([
    ['no body', undefined, {}],
    ['an empty body', '', {}],
    ['an empty body of another type', '', { 'content-type': 'text/plain' }],
    ['null', 'null', { 'content-type': 'application/json' }],
    ['an empty object', '{}', { 'content-type': 'application/json' }],
  ])('cancelling takes %s (specification, section 7)', async (_what, body, headers) => {
    expect(await send('cancelSubscription', body, headers)).toBe(200)
  })
}

/** @returns bodies that each break the contract once: a field missing, of another type, or that can't be stored. */
function brokenBodies(name: CallName): Record<string, unknown>[] {
  const example: Record<string, unknown> = examples[name] ?? {}
  const entries: Record<string, { type: string }> = calls[name].request?.entries ?? {}
  return Object.entries(example).flatMap(([field, value]) => {
    const { [field]: _left, ...without } = example
    const isOptional = ['optional', 'nullish'].includes(entries[field]?.type ?? '')
    const unstorable = ['null\u0000character', 'lone \ud800 surrogate', 'lone \udc00 surrogate']
    return [
      ...(isOptional ? [] : [without]),
      ...[{}, ...(typeof value === 'boolean' ? [] : unstorable)].map((wrong) => ({
        ...example,
        [field]: Array.isArray(value) ? [wrong] : wrong,
      })),
    ]
  })
}

/** @returns the text as a stream, whose length nobody announces. */
function inParts(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const size = 65_536
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(sent, sent + size))
      sent += size
    },
  })
}
