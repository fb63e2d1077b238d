import { getResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaultConditions } from '../../mocks/conditions'
import { createHandlers } from '../../mocks/handlers'

const app = 'https://host.example.test'

beforeEach(() => {
  const location = new URL(`${app}/orglens/signin`)
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', { location })
})

/** @returns what the API is asked, if anything, where calls are sent to an address. */
async function asked(apiAddress: string, request: Request): Promise<string | undefined> {
  const handlers = createHandlers(
    async (received) =>
      new Response([received.method, received.url, await received.text()].join(' ')),
    () => defaultConditions,
    () => {},
    apiAddress,
  )
  return await (await getResponse(handlers, request))?.text()
}

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

test.each([
  ['en-IN', 'IN'],
  ['de', 'US'],
])("a visitor whose browser's language is %s comes from %s", async (language, country) => {
  vi.stubGlobal('navigator', { language })
  const handlers = createHandlers(
    async () => new Response(),
    () => defaultConditions,
    () => {},
    app,
  )
  const answer = await getResponse(handlers, new Request('https://ipapi.co/json/'))
  expect(await answer?.json()).toEqual({ country })
})
