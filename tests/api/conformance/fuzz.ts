import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import type { Client } from './client'
import { examples } from './examples'

const names = Object.keys(calls) as CallName[]
const runs = { numRuns: 40 }

/** A body that is nearly right, or anything else that JSON can say. */
function bodyFor(name: CallName): fc.Arbitrary<unknown> {
  const fields = Object.entries(examples[name] ?? {}).map(([field, value]) => [
    field,
    fc.oneof(fc.constant(value), fc.string({ unit: 'binary' }), fc.jsonValue()),
  ])
  return fc.oneof(
    { weight: 3, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
    fc.jsonValue(),
  )
}

/** Anything at all may be sent: it is answered, never with a failure of the server's own. */
export function describeFuzz(getClient: () => Client): void {
  describe('whatever is sent,', () => {
    test.each(names)('%s answers any JSON body', async (name) => {
      const client = getClient()
      const { access } = await client.newAdmin()
      const { method, path } = calls[name]
      const headers = { 'content-type': 'application/json' }
      const check = fc.asyncProperty(bodyFor(name), async (body) => {
        const hasBody = method !== 'GET' && { headers, body: JSON.stringify(body) }
        const init = { method, token: access, ...hasBody }
        // The client checks the form of every refusal.
        expect((await client.send(path, init)).status).toBeLessThan(500)
      })
      await fc.assert(check, runs)
    })

    test.each(names.filter((name) => calls[name].request))('%s answers any bytes', async (name) => {
      const client = getClient()
      const { access } = await client.newAdmin()
      const { method, path } = calls[name]
      const headers = { 'content-type': 'application/json' }
      const check = fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        const body = new Uint8Array(bytes)
        const { status } = await client.send(path, { method, headers, body, token: access })
        expect(status).toBe(400)
      })
      await fc.assert(check, runs)
    })

    test('no authorization opens a door', async () => {
      const client = getClient()
      const header = fc.oneof(
        fc.string(),
        fc.string().map((text) => `Bearer ${text}`),
        fc.base64String().map((text) => `Bearer ${text}`),
        fc
          .tuple(fc.json(), fc.json(), fc.string())
          .map((parts) => parts.map((part) => Buffer.from(part).toString('base64url')))
          .map((parts) => `Bearer ${parts.join('.')}`),
      )
      const check = fc.asyncProperty(header, async (authorization) => {
        const { path } = calls.getProfile
        expect((await client.send(path, { headers: { authorization } })).status).toBe(401)
      })
      await fc.assert(check, { numRuns: 100 })
    })

    test('there is nothing at any other address', async () => {
      const client = getClient()
      const segment = fc.oneof(fc.webSegment(), fc.constantFrom('%ff', '%00', '%2f', '%', ';', '"'))
      const check = fc.asyncProperty(fc.array(segment, { minLength: 1 }), async (segments) => {
        const path = `/api/unknown-${segments.join('/')}`
        expect((await client.send(path)).status).toBe(404)
      })
      await fc.assert(check, { numRuns: 100 })
    })
  })
}
