// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../src/api/call'
import { refreshAccessToken } from '../../src/api/refresh'
import { resetPageState } from '../../src/lib/page-state'

/** What the server takes for valid, and what came to it: the call and the token it carried. */
let valid: string
let calls: string[]
let answerRefresh: (refreshToken: string) => Response | Promise<Response>
const rejected = vi.fn()
const log = vi.spyOn(console, 'error').mockImplementation(() => {})

const server = setupServer(
  http.post('*/api/token/refresh/', async ({ request }) => {
    const { refresh } = (await request.json()) as { refresh: string }
    calls.push(`refresh ${request.headers.get('authorization') ?? refresh}`)
    return answerRefresh(refresh)
  }),
  http.all('*/api/*', ({ request }) => {
    const bearer = request.headers.get('authorization')?.replace('Bearer ', '') ?? 'none'
    const name = new URL(request.url).pathname.split('/')[2]
    calls.push(`${name} ${bearer}`)
    return bearer === valid
      ? HttpResponse.json({ all_pricing: [], data: [] })
      : HttpResponse.json({ error: 'Please sign in.', message: '' }, { status: 401 })
  }),
)

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
  window.addEventListener('sessionrejected', rejected)
})
beforeEach(() => {
  valid = 'new'
  calls = []
  answerRefresh = () => HttpResponse.json({ access: 'new' })
  rejected.mockClear()
  log.mockClear()
  localStorage.setItem('accessToken', 'old')
  localStorage.setItem('refreshToken', 'refresh')
})
afterEach(() => {
  localStorage.clear()
  resetPageState()
  Reflect.deleteProperty(navigator, 'locks')
})
afterAll(() => server.close())

const outcomeOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'answered',
    (error: { kind?: string; status?: number }) => error.status ?? error.kind,
  )

/** Gives the browser Web Locks, which happy-dom lacks; `before` runs while the lock is waited for. */
function withLocks(before: () => void = () => {}) {
  let queue: Promise<unknown> = Promise.resolve()
  const request = vi.fn((_name: string, task: () => Promise<unknown>) => {
    const turn = queue.then(() => {
      before()
      return task()
    })
    queue = turn.catch(() => {})
    return turn
  })
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  return request
}

describe.each([
  ['with Web Locks', () => void withLocks()],
  ['without Web Locks', () => {}],
])('%s', (_, prepare) => {
  beforeEach(prepare)

  test('an expired access token is refreshed and the call retried', async () => {
    expect(await outcomeOf(call('getPricing'))).toBe('answered')
    expect(calls).toEqual(['pricing old', 'refresh refresh', 'pricing new'])
    expect(localStorage.getItem('accessToken')).toBe('new')
    expect(localStorage.getItem('refreshToken')).toBe('refresh')
    expect(log).not.toHaveBeenCalled()
  })

  test('concurrent calls share one refresh', async () => {
    const outcomes = await Promise.all([
      outcomeOf(call('getPricing')),
      outcomeOf(call('getSubscriptionActivity')),
      outcomeOf(call('getPricing')),
    ])
    expect(outcomes).toEqual(['answered', 'answered', 'answered'])
    expect(calls.filter((name) => name.startsWith('refresh'))).toEqual(['refresh refresh'])
  })

  test('two sessions never share a refresh', async () => {
    const tokenOf = async (refresh: string) => `token of ${refresh}`
    const session = (refreshToken: string) => {
      localStorage.setItem('refreshToken', refreshToken)
      const stored = { accessToken: 'old', refreshToken, isAdmin: false }
      return refreshAccessToken(stored, tokenOf).catch(() => null)
    }
    const [first, second] = [session('first'), session('second')]
    expect(await second).toBe('token of second')
    expect(await first).toBe(null)
  })

  test('a new token that is refused too is not refreshed again', async () => {
    valid = 'something else'
    expect(await outcomeOf(call('getPricing'))).toBe(401)
    expect(calls).toEqual(['pricing old', 'refresh refresh', 'pricing new'])
    expect(rejected).not.toHaveBeenCalled()
  })

  test('the next expiry is refreshed too', async () => {
    await call('getPricing')
    valid = 'newest'
    answerRefresh = () => HttpResponse.json({ access: 'newest' })
    expect(await outcomeOf(call('getPricing'))).toBe('answered')
    expect(localStorage.getItem('accessToken')).toBe('newest')
  })

  test('a rejected refresh token ends the session once, and the error is passed on', async () => {
    answerRefresh = () => HttpResponse.json({ error: 'No.', message: 'No.' }, { status: 401 })
    const outcomes = await Promise.all([
      outcomeOf(call('getPricing')),
      outcomeOf(call('getPricing')),
    ])
    expect(outcomes).toEqual([401, 401])
    expect(rejected).toHaveBeenCalledOnce()
    expect(log.mock.calls.map(([text]) => text)).toEqual(['Token refresh failed'])
    expect(calls).toEqual(['pricing old', 'pricing old', 'refresh refresh'])
  })
})

const withStatus = (status: number) => () => new HttpResponse(null, { status })

test.each<[unknown, () => Response, boolean]>([
  [400, withStatus(400), true],
  [408, withStatus(408), false],
  [429, withStatus(429), false],
  [503, withStatus(503), false],
  ['network', () => HttpResponse.error(), false],
  ['contract', () => HttpResponse.json({ access: '' }), false],
])('a refresh that fails with %s passes the error on', async (error, answer, ends) => {
  answerRefresh = answer
  expect(await outcomeOf(call('getPricing'))).toBe(error)
  expect(log).toHaveBeenCalledWith('Token refresh failed', expect.any(Error))
  expect(rejected).toHaveBeenCalledTimes(ends ? 1 : 0)
  expect(localStorage.getItem('accessToken')).toBe('old')
})

test('the session ends if there is no refresh token', async () => {
  localStorage.removeItem('refreshToken')
  expect(await outcomeOf(call('getPricing'))).toBe(401)
  expect(rejected).toHaveBeenCalledOnce()
  expect(calls).toEqual(['pricing old'])
})

test('tabs take turns, and read storage again when their turn comes', async () => {
  const request = withLocks(() => localStorage.setItem('accessToken', 'new'))
  expect(await outcomeOf(call('getPricing'))).toBe('answered')
  expect(request).toHaveBeenCalledWith('orglens-token-refresh', expect.any(Function))
  expect(calls).toEqual(['pricing old', 'pricing new'])
})
