// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../src/api/call'
import {
  adoptStoredSession,
  clearPageSession,
  restoreNewAccessToken,
} from '../../src/api/page-session'
import { removesAccessToken, startSession, storedSession } from '../../src/api/stored-session'
import { resetPageState } from '../../src/lib/page-state'
import { deferred } from '../support/deferred'

/** What came, as `PUT old`: the method and the bearer, or `refresh` and the token that was sent. */
let calls: string[]
/** What happens to storage, by another tab, while a call of that name is on its way. */
let meanwhile: Record<string, () => void>

const server = setupServer(
  http.post('*/api/token/refresh/', async ({ request }) => {
    const { refresh } = (await request.json()) as { refresh: string }
    calls.push(`refresh ${refresh}`)
    meanwhile.refresh?.()
    return HttpResponse.json({ access: `renewed by ${refresh}` })
  }),
  http.all('*/api/*', ({ request }) => {
    const bearer = request.headers.get('authorization')?.replace('Bearer ', '') ?? 'nobody'
    calls.push(`${request.method} ${bearer}`)
    meanwhile[request.method]?.()
    return bearer === 'expired'
      ? new HttpResponse(null, { status: 401 })
      : HttpResponse.json({ all_pricing: [], data: [] })
  }),
)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  calls = []
  meanwhile = {}
  signIn('ours')
  adoptStoredSession()
})
afterEach(() => {
  localStorage.clear()
  resetPageState()
  server.resetHandlers()
  vi.restoreAllMocks()
})
afterAll(() => server.close())

function signIn(name: string, accessToken = `access of ${name}`) {
  startSession({ access: accessToken, refresh: name, is_organization_admin: true }, true)
}

const cancel = () => call('cancelSubscription', {})
const refused = { kind: 'session' }

const elsewhere: [string, () => void][] = [
  ['has signed in', () => signIn('theirs')],
  ['has signed out', () => localStorage.clear()],
]

test.each(elsewhere)(
  'a page sends nothing after another tab %s, not even calls without sign-in',
  async (_, act) => {
    act()
    await expect(cancel()).rejects.toMatchObject(refused)
    await expect(call('getPricing')).rejects.toMatchObject(refused)
    expect(calls).toEqual([])
  },
)

test('a renewed access token is still the same session', async () => {
  localStorage.setItem('accessToken', 'renewed in another tab')
  await cancel()
  expect(calls).toEqual(['POST renewed in another tab'])
})

test('the access token identifies the session if there is no refresh token', async () => {
  localStorage.removeItem('refreshToken')
  adoptStoredSession()
  await cancel()
  localStorage.setItem('accessToken', 'another')
  await expect(cancel()).rejects.toMatchObject(refused)
  expect(calls).toEqual(['POST access of ours'])
})

describe('a page that shows nothing of any session', () => {
  beforeEach(() => {
    clearPageSession()
    localStorage.clear()
  })

  test('calls without a session', async () => {
    await call('getPricing')
    expect(calls).toEqual(['GET nobody'])
  })

  test('joins a session that begins elsewhere, and no later one', async () => {
    signIn('theirs')
    await call('getPricing')
    signIn('another')
    await expect(call('getPricing')).rejects.toMatchObject(refused)
    expect(calls).toEqual(['GET access of theirs'])
  })
})

describe('a call that is refused with 401', () => {
  beforeEach(() => signIn('ours', 'expired'))

  test.each(elsewhere)('is not retried after another tab %s', async (_, act) => {
    meanwhile.POST = act
    await expect(cancel()).rejects.toMatchObject(refused)
    expect(calls).toEqual(['POST expired'])
  })

  test('is not retried if another user signs in during the refresh', async () => {
    meanwhile.refresh = () => signIn('theirs')
    await expect(cancel()).rejects.toMatchObject(refused)
    expect(calls).toEqual(['POST expired', 'refresh ours'])
    expect(storedSession()?.accessToken).toBe('access of theirs')
  })

  test('never waits for the refresh of another session', async () => {
    const [arrival, answer] = [deferred(), deferred()]
    server.use(
      http.post('*/api/token/refresh/', async ({ request }) => {
        const { refresh } = (await request.clone().json()) as { refresh: string }
        if (refresh !== 'ours') return
        arrival.resolve()
        await answer.promise
      }),
    )
    const ours = cancel()
    await arrival.promise
    clearPageSession()
    signIn('theirs', 'expired')
    await cancel()
    answer.resolve()
    await expect(ours).rejects.toMatchObject(refused)
    expect(calls).toEqual([
      'POST expired',
      'POST expired',
      'refresh theirs',
      'POST renewed by theirs',
      'refresh ours',
    ])
    expect(storedSession()?.accessToken).toBe('renewed by theirs')
  })
})

test('a call that waits for its code belongs to nobody who signs in meanwhile', async () => {
  const calling = cancel()
  clearPageSession()
  signIn('theirs')
  adoptStoredSession()
  await expect(calling).rejects.toMatchObject(refused)
  expect(calls).toEqual([])
})

test('an answer that arrives after the page has changed sessions is not used', async () => {
  meanwhile.GET = () => {
    signIn('theirs')
    adoptStoredSession()
  }
  await expect(call('getPricing')).rejects.toMatchObject(refused)
})

describe('an access token stored at the moment another session began', () => {
  async function renew() {
    localStorage.setItem('accessToken', 'expired')
    await cancel()
  }

  const stored = (key: string, newValue: string) => new StorageEvent('storage', { key, newValue })

  test('gives way to that of the other session, so that nobody acts with it', async () => {
    await renew()
    // The other tab's keys and this one's came to storage at once.
    localStorage.setItem('refreshToken', 'theirs')
    restoreNewAccessToken(stored('accessToken', 'access of theirs'))
    restoreNewAccessToken(stored('refreshToken', 'theirs'))
    expect(storedSession()).toMatchObject({
      accessToken: 'access of theirs',
      refreshToken: 'theirs',
    })
  })

  test('is left alone if the other session has its own', async () => {
    await renew()
    signIn('theirs')
    restoreNewAccessToken(stored('accessToken', 'older of theirs'))
    expect(storedSession()?.accessToken).toBe('access of theirs')
  })
})

test.each([
  ['the access token is gone', 'accessToken', 'old', null, true],
  ['all of storage is gone', null, null, null, true],
  ['a refreshed access token', 'accessToken', 'old', 'new', false],
  ['a first access token', 'accessToken', null, 'new', false],
  ['the refresh token is gone', 'refreshToken', 'old', null, false],
  ['another theme', 'theme', 'light', null, false],
])('detects signing out elsewhere: %s', (_, key, oldValue, newValue, meaning) => {
  const event = new StorageEvent('storage', { key, oldValue, newValue })
  expect(removesAccessToken(event)).toBe(meaning)
})
