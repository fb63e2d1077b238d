// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../src/api/call'
import {
  adoptStoredSession,
  clearPageSession,
  restoreNewAccessToken,
  setRole,
  storeRenewedToken,
} from '../../src/api/page-session'
import { refreshAccessToken } from '../../src/api/refresh'
import { startSession, storedSession } from '../../src/api/stored-session'
import { resetPageState } from '../../src/lib/page-state'

/** What came, as `PUT old`: the method and the bearer, or `refresh` and the token that was sent. */
let calls: string[]
/** What happens to storage, by another tab, while a call of that name is on its way. */
let meanwhile: Record<string, () => void>
let expired: string[]
let answerRefresh: (refreshToken: string) => Response
const rejected = vi.fn()
const log = vi.fn()

const server = setupServer(
  http.post('*/api/token/refresh/', async ({ request }) => {
    const { refresh } = (await request.json()) as { refresh: string }
    calls.push(`refresh ${request.headers.get('authorization') ?? refresh}`)
    meanwhile.refresh?.()
    return answerRefresh(refresh)
  }),
  http.all('*/api/*', ({ request }) => {
    const bearer = request.headers.get('authorization')?.replace('Bearer ', '') ?? 'nobody'
    calls.push(`${request.method} ${bearer}`)
    meanwhile[request.method]?.()
    return expired.includes(bearer)
      ? new HttpResponse(null, { status: 401 })
      : HttpResponse.json({ all_pricing: [], data: [] })
  }),
)

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
  window.addEventListener('sessionrejected', rejected)
})
beforeEach(() => {
  calls = []
  meanwhile = {}
  expired = ['expired']
  answerRefresh = (refresh) => HttpResponse.json({ access: `renewed by ${refresh}` })
  vi.spyOn(console, 'error').mockImplementation(log)
  signIn('ours')
  adoptStoredSession()
})
afterEach(() => {
  localStorage.clear()
  resetPageState()
  Reflect.deleteProperty(navigator, 'locks')
  rejected.mockReset()
  log.mockReset()
})
afterAll(() => server.close())

function signIn(name: string, accessToken = `access of ${name}`) {
  startSession({ access: accessToken, refresh: name, is_organization_admin: true }, true)
}

const cancel = () => call('cancelSubscription', {})
const refused = { kind: 'session' }
const outcomeOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'answered',
    (error: { kind?: string; status?: number }) => error.status ?? error.kind,
  )

const elsewhere: [string, () => void][] = [
  ['has signed in', () => signIn('theirs')],
  ['has signed out', () => localStorage.clear()],
]

test.each(elsewhere)('a page sends nothing at all after another tab %s', async (_, act) => {
  act()
  await expect(cancel()).rejects.toMatchObject(refused)
  await expect(call('getPricing')).rejects.toMatchObject(refused)
  expect(calls).toEqual([])
  const before = storedSession()
  expect([setRole(false), storedSession()]).toEqual([false, before])
})

test('a page that shows nothing of any session joins one that begins elsewhere, and no later one', async () => {
  clearPageSession()
  localStorage.clear()
  signIn('theirs')
  await call('getPricing')
  signIn('another')
  await expect(call('getPricing')).rejects.toMatchObject(refused)
  expect(calls).toEqual(['GET access of theirs'])
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

test('two sessions never share a refresh', async () => {
  const renew = (refreshToken: string) => {
    signIn(refreshToken, 'old')
    const stored = { accessToken: 'old', refreshToken, isAdmin: false }
    return refreshAccessToken(stored, async (token) => `renewed by ${token}`).catch(() => null)
  }
  const renewals = await Promise.all([renew('first'), renew('second')])
  expect(renewals).toEqual([null, 'renewed by second'])
})

describe('a call that is refused with 401', () => {
  beforeEach(() => signIn('ours', 'expired'))

  test('is sent again with a new access token, which goes on when that has expired, too', async () => {
    expect(await outcomeOf(call('getPricing'))).toBe('answered')
    expect(calls).toEqual(['GET expired', 'refresh ours', 'GET renewed by ours'])
    expect(storedSession()).toMatchObject({ accessToken: 'renewed by ours', refreshToken: 'ours' })
    expired.push('renewed by ours')
    answerRefresh = () => HttpResponse.json({ access: 'newest' })
    expect(await outcomeOf(call('getPricing'))).toBe('answered')
    expect(storedSession()?.accessToken).toBe('newest')
    expect(log).not.toHaveBeenCalled()
  })

  test('is not sent again where signing in was refused: the password would count twice', async () => {
    expect(await outcomeOf(call('login', { email: 'ada@acme.test', password: 'wrong' }))).toBe(401)
    expect(calls).toEqual(['POST expired'])
  })

  test('is not sent a third time', async () => {
    expired.push('renewed by ours')
    expect(await outcomeOf(call('getPricing'))).toBe(401)
    expect(calls).toEqual(['GET expired', 'refresh ours', 'GET renewed by ours'])
    expect(rejected).not.toHaveBeenCalled()
  })

  test('ends the session once if there is no new token for it', async () => {
    answerRefresh = () => new HttpResponse(null, { status: 401 })
    const both = [outcomeOf(call('getPricing')), outcomeOf(call('getPricing'))]
    expect(await Promise.all(both)).toEqual([401, 401])
    expect(rejected).toHaveBeenCalledOnce()
    expect(log).toHaveBeenCalledExactlyOnceWith('Token refresh failed', expect.any(Error))
    expect(calls).toEqual(['GET expired', 'GET expired', 'refresh ours'])
  })

  test('ends the session if it has no refresh token', async () => {
    localStorage.removeItem('refreshToken')
    resetPageState()
    expect(await outcomeOf(call('getPricing'))).toBe(401)
    expect(rejected).toHaveBeenCalledOnce()
    expect(calls).toEqual(['GET expired'])
  })

  test.each<[unknown, Response, boolean]>([
    [400, new HttpResponse(null, { status: 400 }), true],
    [408, new HttpResponse(null, { status: 408 }), false],
    [429, new HttpResponse(null, { status: 429 }), false],
    [503, new HttpResponse(null, { status: 503 }), false],
    ['network', HttpResponse.error(), false],
    ['contract', HttpResponse.json({ access: '' }), false],
  ])('fails with the refresh, with %s; of these only 400 ends the session', async (...row) => {
    const [error, answer, ends] = row
    answerRefresh = () => answer
    expect(await outcomeOf(call('getPricing'))).toBe(error)
    expect(rejected).toHaveBeenCalledTimes(ends ? 1 : 0)
    expect(storedSession()?.accessToken).toBe('expired')
  })

  test('waits for the refresh of another tab, and takes its token', async () => {
    const request = vi.fn((_name: string, task: () => Promise<unknown>) => {
      localStorage.setItem('accessToken', 'new')
      return task()
    })
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
    expect(await outcomeOf(call('getPricing'))).toBe('answered')
    expect(request).toHaveBeenCalledWith('orglens-token-refresh', expect.any(Function))
    expect(calls).toEqual(['GET expired', 'GET new'])
  })

  test.each(elsewhere)('is not sent again if another tab %s', async (_, act) => {
    meanwhile.POST = act
    await expect(cancel()).rejects.toMatchObject(refused)
    expect(calls).toEqual(['POST expired'])
  })

  test('is not sent again if another user signs in during the refresh', async () => {
    meanwhile.refresh = () => signIn('theirs')
    await expect(cancel()).rejects.toMatchObject(refused)
    expect(calls).toEqual(['POST expired', 'refresh ours'])
    expect(storedSession()?.accessToken).toBe('access of theirs')
  })
})
