import { afterEach, expect, test, vi } from 'vitest'
import type { DatabaseCondition } from '../../server/api/store'
import type { StoreState } from '../../server/node/deferred-store'
import { createHealth } from '../../server/node/watch/health'

afterEach(() => void vi.useRealTimers())

const open = (): StoreState => 'open'

test('a server whose database hangs is not ready after 2 s, and still alive', async () => {
  vi.useFakeTimers()
  const { routes } = createHealth({ probe: () => new Promise(() => {}) }, open)
  let answer: Response | undefined
  void Promise.resolve(routes.request('/readyz')).then((given) => {
    answer = given
  })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(answer).toBeUndefined()
  expect((await routes.request('/healthz')).status).toBe(200)
  await vi.advanceTimersByTimeAsync(1)
  expect(answer?.status).toBe(503)
  expect(await answer?.json()).toMatchObject({ status: 'not ready', database: 'unreachable' })
})

test('a server that migrates its schema, or whose disk is full, says so, and is not ready', async () => {
  const probe = async () => 'reachable' as const
  const migrating = createHealth({ probe }, () => 'migrating').routes
  expect(await (await migrating.request('/healthz')).json()).toMatchObject({ status: 'migrating' })
  const answer = await migrating.request('/readyz')
  const running = { migrations: 'running' }
  expect([answer.status, await answer.json()]).toMatchObject([503, running])
  const { routes, reasonsNotReady } = createHealth({ probe }, open, undefined, () => true)
  const full = await routes.request('/readyz')
  const disk = { database: 'reachable', disk: 'full' }
  expect([full.status, await full.json()]).toMatchObject([503, disk])
  expect(await reasonsNotReady()).toEqual(['disk-full'])
  expect((await routes.request('/readyz/site')).status).toBe(200)
})

test('the reasons why a server is not ready are those of /readyz', async () => {
  const state: { store: StoreState; seen: DatabaseCondition } = { store: 'open', seen: 'busy' }
  const { reasonsNotReady, drain, saw, routes } = createHealth(
    { probe: async () => state.seen },
    () => state.store,
  )
  expect(await reasonsNotReady()).toEqual([])
  expect((await routes.request('/readyz')).status).toBe(200)
  saw('read-only')
  const answer = await routes.request('/readyz')
  expect([answer.status, await answer.json()]).toMatchObject([503, { database: 'read-only' }])
  expect((await routes.request('/readyz/site')).status).toBe(200)
  expect(await reasonsNotReady()).toEqual(['read-only'])
  state.store = 'migrating'
  expect(await reasonsNotReady()).toEqual(['migrating'])
  state.store = 'closed'
  drain()
  expect(await reasonsNotReady()).toEqual(['unreachable', 'draining'])
  expect((await routes.request('/readyz')).status).toBe(503)
  expect((await routes.request('/readyz/site')).status).toBe(503)
})

test('the database is asked at most once a second, and not while background work has just seen it', async () => {
  vi.useFakeTimers()
  const probe = vi.fn(async () => 'reachable' as const)
  const { reasonsNotReady, saw } = createHealth({ probe }, open)
  const asked = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds)
    await reasonsNotReady()
    return probe.mock.calls.length
  }
  expect([await asked(0), await asked(999), await asked(1)]).toEqual([1, 1, 2])
  saw('reachable')
  // It looks every five seconds.
  expect([await asked(5_999), await asked(1)]).toEqual([2, 3])
  saw(null)
  expect(await asked(0)).toBe(4)
})
