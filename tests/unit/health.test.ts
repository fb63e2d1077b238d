import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../server/store/memory'
import { createHealth } from '../../server/watch/health'

afterEach(() => void vi.useRealTimers())

test('a server whose database hangs says after 2 s that it is not ready, and is alive meanwhile', async () => {
  vi.useFakeTimers()
  const hanging = {
    ...createMemoryStore(),
    findOrganisationBySlug: () => new Promise<null>(() => {}),
  }
  const { routes } = createHealth(() => hanging)
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
