// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { call } from '../../src/api/call'
import { dropEarlyAnswers, fetchEarly } from '../../src/api/early-answers'
import { ApiError } from '../../src/api/errors'
import { resetPageState } from '../../src/lib/page-state'
import { profileExample } from '../support/examples'
import { withSettings } from '../support/with-settings'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  localStorage.clear()
  resetPageState()
  window.earlyAnswers = undefined
})
afterAll(() => server.close())

/** Lets every call be answered like this. @returns the requests that came. */
function answerWith(answer: () => Response | Promise<Response>): Request[] {
  const requests: Request[] = []
  server.use(
    http.all('*/api/*', ({ request }) => {
      requests.push(request.clone())
      return answer()
    }),
  )
  return requests
}

async function failureOf(calling: Promise<unknown>): Promise<ApiError> {
  const error = await calling.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('The call did not fail with an ApiError')
  return error
}

const nullsOf = (example: object) =>
  Object.fromEntries(Object.keys(example).map((name) => [name, null]))

const profile = {
  full_name: 'Priya Sharma',
  email: 'admin@acme.test',
  is_subscribed: false,
  organization: { name: 'Acme', slug: 'acme' },
}

test('an early answer serves the first call for it and no other, and none once it was dropped', async () => {
  localStorage.setItem('accessToken', 'a.b.c')
  const requests = answerWith(() => HttpResponse.json(profile))
  fetchEarly('/api/profile/', 'a.b.c')
  expect(await call('getProfile')).toMatchObject(profile)
  expect(requests).toHaveLength(1)
  await call('getProfile')
  fetchEarly('/api/profile/', 'a.b.c')
  dropEarlyAnswers()
  await call('getProfile')
  expect(requests).toHaveLength(4)
})

test.each([
  ['with another token', '/api/profile/', 'x.y.z'],
  ['of another address', 'https://elsewhere.test/api/profile/', 'a.b.c'],
])('an early answer is not used when it was asked %s', async (_, asked, token) => {
  localStorage.setItem('accessToken', 'a.b.c')
  const requests = answerWith(() => HttpResponse.json(profile))
  fetchEarly(asked, token)
  await call('getProfile')
  expect(requests.map(({ headers }) => headers.get('authorization'))).toContain('Bearer a.b.c')
  expect(requests).toHaveLength(2)
})

test('an answer is read as the contract says: unknown fields left out, missing ones null', async () => {
  answerWith(() => HttpResponse.json({ ...profile, favourite_colour: 'blue' }))
  expect(await call('getProfile')).toEqual({
    ...nullsOf(profileExample()),
    ...profile,
    next_charges: undefined,
    organization: { ...nullsOf(profileExample().organization), ...profile.organization },
  })
})

test('any answer counts as success where the specification says "not shown"', async () => {
  answerWith(() => HttpResponse.text('Created', { status: 201 }))
  const input = { fullname: 'A', email: 'a@b.test', password: 'x', organization: 'O' }
  await expect(call('signup', input)).resolves.toBeUndefined()
})

test('an answer that breaks the contract is an error, and the log names the first wrong field', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  answerWith(() => HttpResponse.json({ ...profile, organization: { name: 'Acme', slug: 7 } }))
  expect((await failureOf(call('getProfile'))).kind).toBe('contract')
  expect(log.mock.calls[0]?.[0]).toMatch(
    /^GET \/api\/profile\/: the answer breaks the contract at organization\.slug: /,
  )
  answerWith(() => HttpResponse.html('<!doctype html>'))
  expect((await failureOf(call('getProfile'))).kind).toBe('contract')
})

test('a refusal has its code, unless that is another server’s, or newer than this client', async () => {
  const codeOf = async (code: string) => {
    // The call has no such field: no form could show what is wrong in it.
    const refusal = { error: 'No.', code, field_errors: { email: 'No.' } }
    const headers = { 'retry-after': new Date().toUTCString(), 'x-request-id': 'x'.repeat(65) }
    answerWith(() => HttpResponse.json(refusal, { status: 404, headers }))
    const error = await failureOf(call('getProfile'))
    expect(error).toMatchObject({ status: 404, error: 'No.', fields: undefined })
    // Such a time goes by another clock, and such an id is no server's of ours.
    expect(error).toMatchObject({ retryAfter: undefined, requestId: undefined })
    return error.code
  }
  expect(await codeOf('not_found')).toBeUndefined()
  withSettings({ isOurServer: true })
  expect(await codeOf('not_found')).toBe('not_found')
  expect(await codeOf('of_tomorrow')).toBeUndefined()
  // No form could ask for it.
  expect(await codeOf('second_factor_required')).toBeUndefined()
  withSettings({ hasTwoFactor: true })
  expect(await codeOf('second_factor_required')).toBe('second_factor_required')
  const odd = { error: 7, message: 'No.', accepts: 'codes', field_errors: 'none' }
  answerWith(() => HttpResponse.json(odd, { status: 404 }))
  expect(await failureOf(call('getProfile'))).toMatchObject({ serverText: 'No.' })
})

test('the texts of a refusal are for fields that were sent: others could stand in no form', async () => {
  withSettings({ isOurServer: true })
  const fieldsOf = async (field_errors: object) => {
    answerWith(() => HttpResponse.json({ error: 'No.', field_errors }, { status: 422 }))
    return (await failureOf(call('forgotPassword', { email: 'a' }))).fields
  }
  expect(await fieldsOf({ email: 'No.' })).toEqual({ email: 'No.' })
  expect(await fieldsOf({ email: 'No.', name: 'No.' })).toBeUndefined()
})

test('an aborted call ends with its reason, not as a failure', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const screen = new AbortController()
  const requests = answerWith(() => new Promise(() => {}))
  const calling = call('getPricing', undefined, { signal: screen.signal })
  await vi.waitFor(() => expect(requests).toHaveLength(1), 20_000)
  screen.abort(new Error('left'))
  // Otherwise the call would go on, for as long as a call may take.
  expect(requests[0]?.signal.aborted).toBe(true)
  await expect(calling).rejects.toThrow('left')
  expect(log).not.toHaveBeenCalled()
})

// The query cache knows which calls may be repeated.
test.each([
  ['a call', () => HttpResponse.error()],
  [
    'an answer half of which',
    () => new Response(new ReadableStream({ start: (body) => body.error(new Error('lost')) })),
  ],
])('%s that gets lost is not repeated', async (_what, answer) => {
  const requests = answerWith(answer)
  expect((await failureOf(call('getProfile'))).kind).toBe('network')
  expect(requests).toHaveLength(1)
})

test.each([
  [30_000, {}],
  [65_000, { timeout: 65_000 }],
])('a call without an answer fails after %i ms', async (after, options) => {
  const requests = answerWith(() => new Promise(() => {}))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failed = vi.fn()
  void failureOf(call('getPricing', undefined, options)).then(failed)
  await vi.waitUntil(() => requests.length > 0)
  await vi.advanceTimersByTimeAsync(after - 1_000)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ kind: 'network' }))
})
