// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../src/api/call'
import {
  adoptStoredSession,
  clearPageSession,
  restoreNewAccessToken,
  storeRenewedToken,
} from '../../src/api/page-session'
import { startSession, storedSession } from '../../src/api/stored-session'
import { resetPageState } from '../../src/lib/page-state'

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

describe('a page that shows nothing of any session', () => {
  beforeEach(() => {
    clearPageSession()
    localStorage.clear()
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

test('a new session gets its token back if this page has renewed the old one’s over it', () => {
  const heard = () =>
    restoreNewAccessToken(new StorageEvent('storage', { key: 'accessToken', newValue: 'newest' }))
  signIn('theirs')
  heard()
  expect(storedSession()?.accessToken).toBe('access of theirs')
  storeRenewedToken('renewed by ours')
  heard()
  expect(storedSession()?.accessToken).toBe('newest')
})
