import { describe, expect, test } from 'vitest'
import type { Count, RateLimit } from '../../server/api/counts'
import type { Store } from '../../server/api/store'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { createdAt, secondsLater } from './sql-store-examples'

const ofTwo: RateLimit = { calls: 2, window: 1000 }

async function countOne(store: Store, key: string, limit: RateLimit, now = createdAt) {
  const [wait] = await store.countCalls([[{ key, limit }]], now)
  return wait
}

describe.each(memoryAndSql)('counts in %s', (_, open) => {
  const store = storeForTests(open)

  test('a limit lets its calls through at once, and each again after its share of the window', async () => {
    const limit = { calls: 7, window: 600_000 }
    const share = limit.window / limit.calls
    const count = (milliseconds: number) =>
      countOne(store, 'share', limit, secondsLater(milliseconds / 1000))
    for (let call = 0; call < limit.calls; call += 1) expect(await count(0)).toBe(0)
    expect(await count(0)).toBeCloseTo(share, 1)
    // Nor at another server, whose clock is a second behind.
    expect(await count(-1_000)).toBeGreaterThan(1)
    expect(await count(Math.floor(share / 2))).toBeCloseTo(share - Math.floor(share / 2), 1)
    expect(await count(Math.ceil(share))).toBe(0)
    expect(await count(Math.ceil(share))).toBeGreaterThan(1)
    // However long nobody called, no more than the limit is let through at once.
    for (let call = 0; call < limit.calls; call += 1) expect(await count(1_800_000)).toBe(0)
    expect(await count(1_800_000)).toBeGreaterThan(1)
    const refilledAt = (seconds: number) => store.removeRefilled(secondsLater(seconds), 9)
    expect([await refilledAt(2_399), await refilledAt(2_401)]).toEqual([0, 1])
  })

  test('what was counted while the clock was wrong locks nobody out', async () => {
    const [wrong, right] = [{ calls: 1, window: 1000 }, createdAt]
    expect(await countOne(store, 'wrong', wrong, secondsLater(600))).toBe(0)
    expect(await countOne(store, 'wrong', wrong, right)).toBe(0)
    expect(await countOne(store, 'wrong', wrong, right)).toBeGreaterThan(1)
  })

  test('each group is counted entirely or not at all', async () => {
    const count = (key: string): Count => ({ key: `group-${key}`, limit: ofTwo })
    const groups = [[count('a'), count('b')], [count('c')]]
    expect(await store.countCalls(groups, createdAt)).toEqual([0, 0])
    expect(await countOne(store, 'group-b', ofTwo)).toBe(0)
    const waits = await store.countCalls(groups, createdAt)
    expect(waits[0]).toBeCloseTo(500)
    expect(waits[1]).toBe(0)
    // Of the group that was refused, nothing was counted.
    expect(await countOne(store, 'group-a', ofTwo)).toBe(0)
    expect(await countOne(store, 'group-a', ofTwo)).toBeCloseTo(500)
  })
})
