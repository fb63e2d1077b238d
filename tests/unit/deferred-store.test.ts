import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Store } from '../../server/api/store'
import { openWhenReachable } from '../../server/node/deferred-store'
import { StoreUnavailable } from '../../server/store/unavailable'
import { deferred } from '../support/deferred'

const log = { info() {}, error() {} }
const store = { probe: async () => 'reachable', close: vi.fn(async () => {}) } as unknown as Store

/** Ends the pause that the store makes. */
let end: () => void
const pauses: number[] = []

beforeEach(() => {
  pauses.length = 0
  // Vitest's timers don't replace these.
  const sleep = vi.spyOn(timers, 'setTimeout').mockImplementation(
    (pause = 0, _value, { signal } = {}) =>
      new Promise((resolve, reject) => {
        pauses.push(pause)
        end = () => resolve(undefined as never)
        signal?.addEventListener('abort', reject)
      }),
  )
  syncBuiltinESMExports()
  onTestFinished(() => {
    sleep.mockRestore()
    syncBuiltinESMExports()
  })
})

test('a server starts beside a migration that takes longer than 5 s, and serves once it is over', async () => {
  const migrated = deferred()
  const opening = openWhenReachable(async (migrates) => {
    migrates()
    await migrated.promise
    return store
  }, log)
  await vi.waitFor(() => expect(pauses).toEqual([5_000]))
  end()
  const late = await opening
  expect(late.state()).toBe('migrating')
  await expect(late.store.probe()).rejects.toBeInstanceOf(StoreUnavailable)
  migrated.resolve()
  await vi.waitFor(() => expect(late.state()).toBe('open'))
  expect(await late.store.probe()).toBe('reachable')
  await late.store.close()
  expect(store.close).toHaveBeenCalledOnce()
})

test('opening is tried again after the pause that the failure asks for, or a second', async () => {
  const failures = [new StoreUnavailable('locked', 10_000), new StoreUnavailable('down')]
  const late = await openWhenReachable(async () => {
    const failure = failures.shift()
    if (failure) throw failure
    return store
  }, log)
  for (const expected of [[10_000], [10_000, 1_000]]) {
    await vi.waitFor(() => expect(pauses).toEqual(expected))
    end()
  }
  await vi.waitFor(() => expect(late.state()).toBe('open'))
})
