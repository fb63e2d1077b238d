// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { call } from '../../src/api/call'
import { fetchEarly } from '../../src/api/early-answers'
import { ApiError } from '../../src/api/errors'
import { resetPageState } from '../../src/lib/page-state'
import { deferred } from '../support/deferred'
import { profileExample } from '../support/examples'
import { withSettings } from '../support/with-settings'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  localStorage.clear()
  resetPageState()
  window.earlyAnswers = undefined
  vi.restoreAllMocks()
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
  const error = await calling.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('The call did not fail with an ApiError')
  return error
}

/** @returns an object with the same names, and nothing in it. */
const nullsOf = (example: object) =>
  Object.fromEntries(Object.keys(example).map((name) => [name, null]))

/** With what has to be there, and no more. */
const profile = {
  full_name: 'Priya Sharma',
  email: 'admin@acme.test',
  is_subscribed: false,
  organization: { name: 'Acme', slug: 'acme' },
}

describe('an early answer', () => {
  const address = '/api/profile/'

  test('serves the first call for it, and no other', async () => {
    localStorage.setItem('accessToken', 'a.b.c')
    const requests = answerWith(() => HttpResponse.json(profile))
    fetchEarly(address, 'a.b.c')
    expect(await call('getProfile')).toMatchObject(profile)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
    await call('getProfile')
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['was asked with another token', '/api/profile/', 'x.y.z'],
    ['was asked of another address', 'https://elsewhere.test/api/profile/', 'a.b.c'],
  ])('is not used when it %s', async (_, asked, token) => {
    localStorage.setItem('accessToken', 'a.b.c')
    const requests = answerWith(() => HttpResponse.json(profile))
    fetchEarly(asked, token)
    await call('getProfile')
    expect(requests.map(({ headers }) => headers.get('authorization'))).toContain('Bearer a.b.c')
    expect(requests).toHaveLength(2)
  })

  test('never serves a call that changes something', async () => {
    localStorage.setItem('accessToken', 'a.b.c')
    const requests = answerWith(() => HttpResponse.json(profile))
    fetchEarly(address, 'a.b.c')
    await call('updateProfile', { full_name: 'Priya', email: 'a@b.test', contact_number: null })
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  })

  test('fails like any call if there is no answer, and can be aborted', async () => {
    localStorage.setItem('accessToken', 'a.b.c')
    answerWith(() => HttpResponse.error())
    fetchEarly(address, 'a.b.c')
    expect((await failureOf(call('getProfile'))).kind).toBe('network')

    const held = deferred()
    answerWith(() => held.promise.then(() => HttpResponse.json(profile)))
    fetchEarly(address, 'a.b.c')
    const controller = new AbortController()
    const calling = call('getProfile', undefined, { signal: controller.signal })
    controller.abort(new Error('called off'))
    held.resolve()
    await expect(calling).rejects.toThrow('called off')
  })
})

describe('a request', () => {
  test('goes to the path of the contract, as JSON', async () => {
    const requests = answerWith(() => HttpResponse.json({ message: '' }))
    await call('forgotPassword', { email: 'a@b.test' })
    const [first] = requests
    expect(first?.method).toBe('POST')
    expect(first?.url).toBe('http://localhost:3000/api/forgot-password/')
    expect(first?.headers.get('content-type')).toBe('application/json')
    expect(first?.headers.get('accept')).toBe('application/json')
    expect(await first?.json()).toEqual({ email: 'a@b.test' })
  })

  test('has an empty body if the call has none but the method needs one', async () => {
    const requests = answerWith(() => HttpResponse.json({}))
    await call('cancelSubscription', {})
    expect(await requests[0]?.json()).toEqual({})
  })
})

describe('an answer', () => {
  test('is read as the contract says: unknown fields left out, missing ones null', async () => {
    answerWith(() => HttpResponse.json({ ...profile, favourite_colour: 'blue' }))
    expect(await call('getProfile')).toEqual({
      ...nullsOf(profileExample()),
      ...profile,
      organization: { ...nullsOf(profileExample().organization), ...profile.organization },
    })
  })

  test.each([
    ['nothing', () => new HttpResponse(null, { status: 204 })],
    ['a text', () => HttpResponse.text('Created', { status: 201 })],
    ['a page', () => HttpResponse.html('<p>Thanks</p>')],
    ['null', () => HttpResponse.json(null)],
  ])('counts as success with %s where the specification says "not shown"', async (_, answer) => {
    answerWith(answer)
    const input = { fullname: 'A', email: 'a@b.test', password: 'x', organization: 'O' }
    await expect(call('signup', input)).resolves.toBeUndefined()
  })

  test('that breaks the contract is an error, and the log names the first wrong field', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    answerWith(() => HttpResponse.json({ ...profile, organization: { name: 'Acme', slug: 7 } }))
    expect((await failureOf(call('getProfile'))).kind).toBe('contract')
    expect(log).toHaveBeenCalledWith(
      expect.stringMatching(
        /^GET \/api\/profile\/: the answer breaks the contract at organization\.slug: /,
      ),
    )
  })

  test('is repeated neither in the log nor in the error', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    answerWith(() => HttpResponse.json({ access: 7, refresh: 'top-secret' }))
    const error = await failureOf(call('login', { email: 'a', password: 'b' }))
    expect(`${error.message} ${JSON.stringify(log.mock.calls)}`).not.toContain('top-secret')
  })

  test.each([
    ['a page', () => HttpResponse.html('<!doctype html>')],
    ['nothing', () => new HttpResponse(null, { status: 200 })],
    ['cut JSON', () => HttpResponse.text('{"full_name": "Pri')],
  ])('that is %s instead of JSON breaks the contract', async (_, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answerWith(answer)
    const error = await failureOf(call('getProfile'))
    expect(error.kind).toBe('contract')
    expect(error.status).toBeUndefined()
  })
})

describe('a refusal', () => {
  test('has a status and both texts', async () => {
    answerWith(() => HttpResponse.json({ error: 'No.', message: 'Never.' }, { status: 403 }))
    const error = await failureOf(call('getProfile'))
    expect(error).toMatchObject({ kind: 'http', status: 403, error: 'No.', hasBody: true })
    expect(error.serverMessage).toBe('Never.')
    expect(error.serverText).toBe('No.')
  })

  test.each([
    ['no body', () => new HttpResponse(null, { status: 500 }), false],
    ['a page', () => HttpResponse.html('<h1>502</h1>', { status: 500 }), false],
    ['another object', () => HttpResponse.json({ detail: 'x' }, { status: 500 }), true],
    ['fields of another kind', () => HttpResponse.json({ error: 1 }, { status: 500 }), true],
    ['null', () => HttpResponse.json(null, { status: 500 }), true],
  ])('with %s has no texts', async (_, answer, hasBody) => {
    answerWith(answer)
    const error = await failureOf(call('getProfile'))
    expect(error).toMatchObject({ kind: 'http', status: 500, hasBody })
    expect(error.serverText).toBeUndefined()
  })

  test.each([
    ['30', 30],
    ['0', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    [null, undefined],
  ])('with Retry-After %j names the seconds %j', async (header, seconds) => {
    const headers = header === null ? {} : { 'retry-after': header }
    answerWith(() => new HttpResponse(null, { status: 503, headers }))
    expect((await failureOf(call('getProfile'))).retryAfter).toBe(seconds)
  })

  test('is not retried here', async () => {
    const requests = answerWith(() => new HttpResponse(null, { status: 503 }))
    await failureOf(call('getProfile'))
    expect(requests.length).toBe(1)
  })

  test('has its code, unless that is another server’s, or newer than this client', async () => {
    const codeOf = async (code: string) => {
      answerWith(() => HttpResponse.json({ error: 'No.', code }, { status: 404 }))
      const error = await failureOf(call('getProfile'))
      expect(error).toMatchObject({ status: 404, error: 'No.' })
      return error.code
    }
    expect(await codeOf('not_found')).toBeUndefined()
    withSettings({ isOurServer: true })
    expect(await codeOf('not_found')).toBe('not_found')
    expect(await codeOf('of_tomorrow')).toBeUndefined()
  })

  test('keeps its other fields if one field is not a text', async () => {
    answerWith(() => HttpResponse.json({ error: ['No.'], message: 'Never.' }, { status: 400 }))
    expect((await failureOf(call('getProfile'))).serverText).toBe('Never.')
  })
})

test('a call without any answer is a network error', async () => {
  answerWith(() => HttpResponse.error())
  const error = await failureOf(call('login', { email: 'a', password: 'b' }))
  expect(error).toMatchObject({ kind: 'network', hasBody: false })
  expect(error.status).toBeUndefined()
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
