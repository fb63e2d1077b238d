import { cleanup, fireEvent } from '@testing-library/react'
import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { toast } from 'sonner'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import type { Endpoint } from '../../../contract/endpoint'
import { call } from '../../../src/api/call'
import { ApiError } from '../../../src/api/errors'
import { startSession } from '../../../src/api/stored-session'
import { resetPageState } from '../../../src/lib/page-state'
import { type OpenedCheckout, payment, standInCheckout } from '../../support/billing-examples'
import { examples } from '../../support/conformance/examples'
import { adminPages, signedInPages, signedOutPages } from '../../support/pages'
import { openApp, settled } from '../../support/render-app'
import { api } from '../../support/test-api'
import { withSettings } from '../../support/with-settings'

/** An answer of a server; null: the connection breaks. */
type Answer = { status: number; headers: Record<string, string>; body: string } | null

const names = Object.keys(calls) as CallName[]
const endpointOf = (name: CallName): Endpoint => calls[name]

const oddText = fc.oneof(
  fc.constantFrom('', ' ', '\u0000', '\u202e', '<b>x</b>', 'javascript:alert(1)', 'https://', '-1'),
  fc.constantFrom(
    ...['__proto__', 'x'.repeat(5_000), '👩‍👩‍👧‍👦'.repeat(50), 'http://[', '//evil.example'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const oddDate = fc.constantFrom('0000-01-01', '9999-12-31T23:59:59Z', '2026-02-30', '2026-01-01')

type Schema = v.GenericSchema & {
  type: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  options?: readonly string[]
  pipe?: readonly { requirement?: unknown }[]
}

/** Values of a schema of the contract, odd ones among them. A kind that it doesn't know is an error. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object': {
      const entries = Object.entries(schema.entries ?? {})
      const optional = entries.filter(([, { type }]) => /^(optional|nullish)$/.test(type))
      const requiredKeys = entries.filter((entry) => !optional.includes(entry)).map(([key]) => key)
      const fields = Object.fromEntries(entries.map(([key, entry]) => [key, valuesOf(entry)]))
      return fc.record(fields, { requiredKeys })
    }
    case 'array':
      return fc.array(valuesOf(schema.item as Schema), { maxLength: 12 })
    case 'optional':
      return valuesOf(schema.wrapped as Schema)
    case 'nullable':
    case 'nullish':
      return fc.option(valuesOf(schema.wrapped as Schema))
    case 'string': {
      const texts = schema.pipe ? fc.oneof(oddText, oddDate) : oddText
      return texts.filter((text) => v.is(schema, text))
    }
    case 'number':
      return fc
        .constantFrom(0, 1, 29, 99.5, 0.001, 1e9, 1e21, Number.MAX_VALUE)
        .filter((number) => v.is(schema, number))
    case 'boolean':
      return fc.boolean()
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []))
    case 'unknown':
      return fc.jsonValue()
    case 'record':
      return fc.dictionary(oddText, fc.jsonValue(), { maxKeys: 5 })
    default:
      throw new Error(`There are no values of the schema ${schema.type}`)
  }
}

/** The same value with one of its parts, at any depth, replaced or gone. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  const whole = fc.constantFrom<unknown>(null, [], {}, '', 'text', 0, -1, true, [null], [[]])
  if (typeof value !== 'object' || value === null) return whole
  const keys = Object.keys(value)
  if (keys.length === 0) return whole
  const part = fc.constantFrom(...keys).chain((key) => {
    const inner = (value as Record<string, unknown>)[key]
    const replaced = (replacement: unknown) =>
      Array.isArray(value)
        ? value.map((item, index) => (String(index) === key ? replacement : item))
        : { ...value, [key]: replacement }
    return fc.oneof(damaged(inner).map(replaced), fc.constant(replaced(undefined)))
  })
  return fc.oneof({ weight: 1, arbitrary: whole }, { weight: 5, arbitrary: part })
}

function bodyFor(name: CallName): fc.Arbitrary<string> {
  const { response } = endpointOf(name)
  const right = response ? valuesOf(response as Schema) : fc.constant(null)
  const text = (value: unknown) => JSON.stringify(value) ?? ''
  return fc.oneof(
    { weight: 4, arbitrary: right.map(text) },
    { weight: 6, arbitrary: right.chain(damaged).map(text) },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: right.map((value) => text(value).slice(0, -1)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...['', ' ', '<!doctype html><title>502</title>', '{"error":1,"message":{}}', '\ufeff{}'],
        ...['{"error":"No.","message":"No."}', `{"error":"${'long '.repeat(2_000)}"}`],
        ...['['.repeat(2_000), `"${'x'.repeat(1_000_000)}"`],
      ),
    },
  )
}

/** As the contract says, with all its freedom. */
function rightAnswersTo(name: CallName): fc.Arbitrary<Answer> {
  const { response } = endpointOf(name)
  const values = response ? valuesOf(response as Schema) : fc.constant(null)
  return values.map((value) => ({ status: 200, headers: {}, body: JSON.stringify(value) ?? '' }))
}

function answersTo(name: CallName): fc.Arbitrary<Answer> {
  const refusals = [400, 401, 403, 404, 409, 413, 418, 422, 429, 500, 502, 503, 504]
  const answer = fc.record({
    status: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(200, 200, 200, 201, 202) },
      { weight: 2, arbitrary: fc.constantFrom(...refusals) },
    ),
    headers: fc.record(
      {
        'content-type': fc.constantFrom('application/json', 'text/html', 'nonsense'),
        'retry-after': fc.constantFrom('1', '-1', 'soon', '99999999999', ''),
        'x-request-id': fc.constantFrom('abc', '<script>', 'x'.repeat(500)),
      },
      { requiredKeys: [] },
    ),
    body: bodyFor(name),
  })
  return fc.oneof({ weight: 20, arbitrary: answer }, { weight: 1, arbitrary: fc.constant(null) })
}

/** From here on a call is answered so, as often as it is made. */
function answerWith(answers: Partial<Record<CallName, Answer>>): void {
  const handlers = names.map((name) => {
    const { method, path } = calls[name]
    const kind = ({ GET: http.get, POST: http.post, PUT: http.put } as const)[method]
    return kind(`*${path}`, () => {
      const answer = answers[name]
      if (!answer) return HttpResponse.error()
      const { body, status, headers } = answer
      return new HttpResponse(body, { status, headers })
    })
  })
  // Given to `resetHandlers`, they would stay for every test file after this one.
  api.server.resetHandlers()
  api.server.use(...handlers)
}

function signIn(role: 'admin' | 'member'): void {
  const is_organization_admin = role === 'admin'
  startSession({ access: 'access', refresh: 'refresh', is_organization_admin }, true)
}

function leaveEverything(): void {
  cleanup()
  toast.dismiss()
  localStorage.clear()
  sessionStorage.clear()
  resetPageState()
}

/*
 * A failure prints the seed that reproduces it: `FUZZ_SEED=… npx vitest …`.
 */

/** For any answer, a call returns what the contract says, or fails as an ApiError. */
async function expectCallsToUnderstand(count: number): Promise<void> {
  withSettings({ isOurServer: true, hasTwoFactor: true })
  const case_ = fc
    .constantFrom(...names)
    .chain((name) => fc.record({ name: fc.constant(name), answer: answersTo(name) }))
  await fc.assert(
    fc.asyncProperty(case_, async ({ name, answer }) => {
      answerWith({ [name]: answer })
      const outcome: unknown = await (call as (name: CallName, body: unknown) => Promise<unknown>)(
        name,
        examples[name],
      ).catch((error: unknown) => error)
      if (outcome instanceof ApiError) {
        expect(outcome.message.length).toBeGreaterThan(0)
        return
      }
      const { response } = endpointOf(name)
      expect(answer?.status).toBeLessThan(300)
      // For "not shown", any answer is success.
      if (response && response.type !== 'unknown') v.parse(response, outcome)
    }),
    { numRuns: count },
  )
}

const screens = [
  ...signedInPages.map(({ path }) => ({ role: 'admin', path }) as const),
  ...signedInPages
    .filter((page) => !adminPages.includes(page))
    .map(({ path }) => ({ role: 'member', path }) as const),
  ...[...signedOutPages.map(({ path }) => path), '/invite/token', '/orginisation/acme'].map(
    (path) => ({ role: null, path }) as const,
  ),
]

function submitForms(): void {
  for (const form of document.querySelectorAll('form')) {
    for (const field of form.querySelectorAll('input, textarea')) {
      const type = field.getAttribute('type') ?? 'text'
      if (type === 'checkbox') fireEvent.click(field)
      else {
        const isAddress = type === 'email' || field.tagName === 'TEXTAREA'
        const value = isAddress ? 'ada@example.test' : 'a long password'
        fireEvent.input(field, { target: { value } })
      }
    }
    fireEvent.submit(form)
  }
}

function pressButton(which: number): void {
  const buttons = document.querySelectorAll('button')
  const button = buttons[which % Math.max(1, buttons.length)]
  if (button) fireEvent.click(button)
}

/** Pays if the answer comes at once; waiting for retries would take seconds. */
function leaveCheckouts(opened: OpenedCheckout[], verified: Answer): void {
  const isFinal = verified !== null && verified.status < 500 && verified.status !== 429
  for (const { options } of opened.splice(0)) {
    if (isFinal) options.handler(payment)
    else options.modal.ondismiss()
  }
}

/** Something to read, and not the screen that shows where code has failed. */
function expectSomethingToRead(what: string): void {
  // The page is about to be another one.
  const { replace, reload } = window.location
  if (vi.mocked(replace).mock.calls.length + vi.mocked(reload).mock.calls.length > 0) return
  const text = document.body.textContent.trim()
  expect(text.length, what).toBeGreaterThan(20)
  expect(document.querySelector('h1, h2, h3, [role="alert"], form'), what).not.toBeNull()
  expect(text, what).not.toContain('Unexpected Application Error!')
}

/** For any answers, a screen shows something to read. */
async function expectScreensToShow(count: number): Promise<void> {
  withSettings({ isOurServer: true, hasTwoFactor: true })
  // Without its profile hardly a screen asks for more.
  const mostlyRight = (name: CallName) =>
    fc.oneof(
      { weight: name === 'getProfile' ? 3 : 1, arbitrary: rightAnswersTo(name) },
      answersTo(name),
    )
  const all = fc.record(
    Object.fromEntries(names.map((name) => [name, mostlyRight(name)])) as Record<
      CallName,
      fc.Arbitrary<Answer>
    >,
  )
  const checkouts = standInCheckout()
  const presses = fc.array(fc.nat(50), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...screens),
      all,
      presses,
      async ({ role, path }, answers, pressed) => {
        leaveEverything()
        vi.mocked(window.location.replace).mockClear()
        vi.mocked(window.location.reload).mockClear()
        answerWith(answers)
        if (role) signIn(role)
        const { queryClient } = openApp(path)
        const atRest = async () => {
          await settled()
          await vi.waitFor(
            () => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0),
            { timeout: 10_000, interval: 5 },
          )
          await settled()
        }
        await vi.waitFor(() => expect(document.body.textContent.trim()).not.toBe(''), 10_000)
        await atRest()
        expectSomethingToRead(`${role} at ${path}`)
        submitForms()
        await atRest()
        expectSomethingToRead(`${role} at ${path}, after sending its form`)
        for (const which of pressed) {
          pressButton(which)
          await vi.waitFor(() => {
            leaveCheckouts(checkouts, answers.verifySubscription)
            expect(queryClient.isMutating()).toBe(0)
          }, 10_000)
          await atRest()
          expectSomethingToRead(`${role} at ${path}, after pressing a button`)
        }
      },
    ),
    // Making it smaller would take longer than a test may.
    { numRuns: count, endOnFailure: true },
  )
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('a generated answer to a call is understood or fails as an ApiError', async () => {
  await expectCallsToUnderstand(10_000)
})

test('a screen always shows something to read, whatever its calls answer', async () => {
  await expectScreensToShow(1_000)
})
