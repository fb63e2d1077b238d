import { getResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Conditions, defaultConditions } from '../../mocks/conditions'
import { createHandlers } from '../../mocks/handlers'

const app = 'https://host.example.test'

beforeEach(() => {
  const location = new URL(`${app}/orglens/signin`)
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', { location })
})

/** Answers a request as mock mode does, with what its API was asked. */
const answerTo = (request: Request, conditions: Partial<Conditions> = {}, apiAddress = app) =>
  getResponse(
    createHandlers(
      async (received) =>
        new Response([received.method, received.url, await received.text()].join(' ')),
      () => ({ ...defaultConditions, ...conditions }),
      () => {},
      apiAddress,
    ),
    request,
  )

/** @returns what the API is asked, if anything, where calls are sent to an address. */
const asked = async (apiAddress: string, request: Request) =>
  (await answerTo(request, {}, apiAddress))?.text()

const signIn = { method: 'POST', body: 'who' }

test("the app's modules are not calls, wherever the app is served", async () => {
  for (const path of ['/src/api/call.ts', '/orglens/src/api/call.ts', '/node_modules/api/a.js']) {
    expect(await asked(app, new Request(app + path)), path).toBeUndefined()
  }
  expect(await asked(app, new Request(`${app}/api/login/`, signIn))).toBe(
    `POST ${app}/api/login/ who`,
  )
  // The API itself refuses what it doesn't know.
  expect(await asked(app, new Request(`${app}/api/nothing`))).toBe(`GET ${app}/api/nothing `)
})

test('calls to another address are answered there, by an API that knows the app’s address', async () => {
  const elsewhere = 'https://api.example.test:8443/v1'
  expect(await asked(elsewhere, new Request(`${elsewhere}/api/login/`, signIn))).toBe(
    `POST ${app}/api/login/ who`,
  )
  expect(await asked(elsewhere, new Request(`${app}/api/login/`, signIn))).toBeUndefined()
})

test('answers have the date of mock mode’s clock', async () => {
  const clock = 31 * 24 * 60 * 60 * 1000
  const answer = await answerTo(new Request(`${app}/api/login/`, signIn), { clock })
  const ahead = Date.parse(answer?.headers.get('date') ?? '') - Date.now()
  expect(Math.round(ahead / clock)).toBe(1)
})

test.each([
  ['en-IN', 'IN'],
  ['de', 'US'],
])("a visitor whose browser's language is %s comes from %s", async (language, country) => {
  vi.stubGlobal('navigator', { language })
  const answer = await answerTo(new Request('https://ipapi.co/json/'))
  expect(await answer?.json()).toEqual({ country })
})

/** Calls the API under conditions. */
const answerUnder = (conditions: Partial<Conditions>, path: string) =>
  answerTo(new Request(`${app}${path}`, { method: 'POST' }), conditions)

test('a call takes as long as its own latency says, others as long as all do', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answered: string[] = []
  for (const path of ['/api/login/', '/api/signup/']) {
    void answerUnder({ latency: 20, latencies: { login: 5_000 } }, path).then(() =>
      answered.push(path),
    )
  }
  await vi.advanceTimersByTimeAsync(4_999)
  expect(answered).toEqual(['/api/signup/'])
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toEqual(['/api/signup/', '/api/login/'])
})

test('a call that is to fail without an answer has none', async () => {
  const answer = await answerUnder({ failures: { login: 'network' } }, '/api/login/')
  expect(answer?.type).toBe('error')
})
