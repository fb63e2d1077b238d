import { onlineManager, QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../../src/api/errors'
import { writeConfirmed } from '../../src/lib/mutations'
import { createQueryClient } from '../../src/query-client'
import { deferred } from '../support/deferred'

test('offline, a change is tried at once; back online, what shows is read again', async () => {
  const client = createQueryClient()
  client.mount()
  const [save, read] = [vi.fn(async () => {}), vi.fn(async () => [])]
  const stop = new QueryObserver(client, { queryKey: ['team'], queryFn: read }).subscribe(() => {})
  onTestFinished(() => {
    onlineManager.setOnline(true)
    stop()
    client.unmount()
  })
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
  onlineManager.setOnline(false)
  const options = client.defaultMutationOptions({ mutationFn: save })
  void client.getMutationCache().build(client, options).execute(undefined)
  await vi.waitFor(() => expect(save).toHaveBeenCalled())
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
})

test.each([
  [{ kind: 'network' }, 3],
  [{ kind: 'http', status: 500 }, 3],
  [{ kind: 'http', status: 429 }, 1],
] as const)('after %j a query is tried %i times, each later', async (failure, tries) => {
  vi.useFakeTimers()
  const read = vi.fn(() => Promise.reject(new ApiError('', failure)))
  createQueryClient()
    .fetchQuery({ queryKey: ['team'], queryFn: read })
    .catch(() => {})
  await vi.advanceTimersByTimeAsync(1_499)
  expect(read).toHaveBeenCalledTimes(Math.min(tries, 2))
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toHaveBeenCalledTimes(tries)
})

test('a refusal for admins alone has the profile read again, unless it is the profile’s own', async () => {
  const client = createQueryClient()
  const readAgain = vi.spyOn(client, 'invalidateQueries')
  const refuse = () => Promise.reject(new ApiError('', { kind: 'http', status: 403 }))
  const refused = (name: 'profile' | 'team') =>
    client.fetchQuery({ queryKey: [name], queryFn: refuse }).catch(() => {})
  const change = client.getMutationCache().build(client, { mutationFn: refuse })
  await refused('profile')
  expect(readAgain).not.toHaveBeenCalled()
  await refused('team')
  await change.execute(undefined).catch(() => {})
  const profile = [{ queryKey: ['profile'] }]
  expect(readAgain.mock.calls).toEqual([profile, profile])
})

test('a confirmed change is not undone by an older answer, even where no screen shows it, and is read again', async () => {
  const client = createQueryClient()
  const older = deferred()
  const team = queryOptions({ queryKey: ['team'], queryFn: () => older.promise.then(() => 'old') })
  client.setQueryData(team.queryKey, 'old')
  const reading = client.fetchQuery(team).catch(() => {})
  await writeConfirmed(client, team.queryKey, (before) => `${before}, changed`)
  older.resolve()
  await reading
  const { data, isInvalidated } = client.getQueryState(team.queryKey) ?? {}
  expect([data, isInvalidated]).toEqual(['old, changed', true])
})
