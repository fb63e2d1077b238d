import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type CallName, calls } from '../../contract/calls'
import { createClient } from '../support/conformance/client'
import { examples } from '../support/conformance/examples'
import { startDemoHost } from '../support/running-host'

const names = Object.keys(calls) as CallName[]

/** Texts that have broken programs before: controls, lone surrogates, other directions, combined ones. */
const oddTexts = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202eevil', 'e\u0301'.repeat(60)],
  ...['ſſ', 'ß', 'İ', 'ﷺ', '\ufeff', '🏳️‍🌈', '👩‍👩‍👧‍👦'.repeat(20)],
  ...['xn--', 'a@b@c', '@', 'a@xn--a.test', '__proto__', 'constructor', '1e999', '<script>', '%00'],
  ...['a'.repeat(300), 'ü'.repeat(400)],
]
const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const oddNumber = fc.constantFrom(0, -0, -1, 1e308, 2 ** 53, 0.1, Number.MIN_VALUE)
const oddValue = fc.oneof(oddText, oddNumber, fc.jsonValue(), fc.array(oddText, { maxLength: 5 }))

/** A right input in which some fields are left out, changed or added. */
function mutated(example: Record<string, unknown>) {
  const fields = Object.entries(example).map(([field, value]) => [
    field,
    fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, oddValue),
  ])
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields), { requiredKeys: [] }),
      fc.dictionary(oddText, oddValue, { maxKeys: 2 }),
    )
    .map(([known, more]) => ({ ...more, ...known }))
}

test('generated inputs get an answer in the contract’s form on PostgreSQL, never a 500', async () => {
  const errors: unknown[] = []
  const log = { info() {}, error: (...what: unknown[]) => void errors.push(what) }
  const host = await startDemoHost({}, log)
  onTestFinished(host.stop)
  // It looks at the form of each answer.
  const client = createClient({ fetch: (request) => fetch(request), origin: host.url })
  const signedIn = [await host.signInAdmin(), await host.signInMember()]
  const request = fc.constantFrom(...names).chain((name) =>
    fc.record({
      name: fc.constant(name),
      token: fc.constantFrom(...signedIn.map(({ access }) => access)),
      input: calls[name].request ? mutated({ ...examples[name] }) : fc.constant(undefined),
    }),
  )
  await fc.assert(
    fc.asyncProperty(request, async ({ name, token, input }) => {
      const { status } = await client.request(name, input, token)
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 3_000 },
  )
  expect(errors).toEqual([])
})
