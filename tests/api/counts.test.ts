import { describe, expect, test } from 'vitest'
import type { Count, RateLimit } from '../../server/api/counts'
import type { Store } from '../../server/api/store'
import { everyStore, storeForTests } from '../support/every-store'
import { twoServersForTests } from '../support/two-servers'
import { createdAt, secondsLater } from './sql-store-examples'

const ofTwo: RateLimit = { calls: 2, window: 1000 }

/** Counts one call. @returns how long to wait, in ms. */
async function countOne(store: Store, key: string, limit: RateLimit, now = createdAt) {
  const [wait] = await store.countCalls([[{ key, limit }]], now)
  return wait
}

describe.each(everyStore)('counts in %s', (_, open) => {
  const store = storeForTests(open)

  test.each([3, 7])(
    'a limit lets %i calls through at once, and each again after its share of the window',
    async (calls) => {
      const limit = { calls, window: 600_000 }
      const share = limit.window / calls
      const count = (milliseconds: number) =>
        countOne(store, `share-${calls}`, limit, secondsLater(milliseconds / 1000))
      for (let call = 0; call < calls; call += 1) expect(await count(0)).toBe(0)
      expect(await count(0)).toBeCloseTo(share, 1)
      expect(await count(Math.floor(share / 2))).toBeCloseTo(share - Math.floor(share / 2), 1)
      expect(await count(Math.ceil(share))).toBe(0)
      expect(await count(Math.ceil(share))).toBeGreaterThan(1)
      // However long nobody called, no more than the limit is let through at once.
      for (let call = 0; call < calls; call += 1) expect(await count(3 * limit.window)).toBe(0)
      expect(await count(3 * limit.window)).toBeGreaterThan(1)
    },
  )

  test('a count uses up its cost', async () => {
    const limit = { calls: 10, window: 1000 }
    const count = async (cost: number) =>
      (await store.countCalls([[{ key: 'cost', limit, cost }]], createdAt))[0]
    expect(await count(7)).toBe(0)
    expect(await count(4)).toBeCloseTo(100)
    expect(await count(3)).toBe(0)
    expect(await count(1)).toBeCloseTo(100)
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
    expect(await store.countCalls([], createdAt)).toEqual([])
    expect(await store.countCalls([[]], createdAt)).toEqual([0])
  })

  test('a clock that was ahead, and is set back, keeps nobody waiting', async () => {
    const limit = { calls: 2, window: 600_000 }
    const count = (seconds: number) => countOne(store, 'clock', limit, secondsLater(seconds))
    for (const _ of [1, 2]) expect(await count(61)).toBe(0)
    expect(await count(61)).toBeCloseTo(300_000)
    for (const _ of [1, 2]) expect(await count(0)).toBe(0)
    expect(await count(0)).toBeCloseTo(300_000)
    // Clocks of servers that differ by less count together.
    expect(await count(-20)).toBeCloseTo(320_000)
  })

  test('counts can be refunded', async () => {
    const counts: Count[] = [
      { key: 'back', limit: ofTwo },
      { key: 'back-more', limit: ofTwo, cost: 2 },
    ]
    expect(await store.countCalls([counts], createdAt)).toEqual([0])
    expect(await countOne(store, 'back-more', ofTwo)).toBeCloseTo(1000 / 2)
    await store.giveBackCalls([...counts, { key: 'back-unknown', limit: ofTwo }])
    for (const key of ['back', 'back-more']) {
      expect(await countOne(store, key, ofTwo)).toBe(0)
      expect(await countOne(store, key, ofTwo)).toBe(0)
      expect(await countOne(store, key, ofTwo)).toBeCloseTo(500)
    }
    await store.giveBackCalls([])
  })

  test('all counts of a subject can be cleared', async () => {
    const count = (key: string, subject?: string): Count => ({
      key: `subject-${key}`,
      limit: { calls: 1, window: 1000 },
      ...(subject && { subject }),
    })
    const counts = [count('1', 'ada'), count('2', 'ada'), count('3', 'grace'), count('4')]
    expect(await store.countCalls([counts], createdAt)).toEqual([0])
    await store.clearCalls('ada')
    const waits = await store.countCalls(
      counts.map((one) => [one]),
      createdAt,
    )
    expect(waits).toEqual([0, 0, 1000, 1000])
  })
})

describe('counts of two servers on one PostgreSQL', () => {
  const { database, servers } = twoServersForTests()
  const serverOf = (index: number) => servers[index % 2 === 0 ? 0 : 1]

  test('the limit holds for fifty simultaneous calls', async () => {
    const limit = { calls: 9, window: 600_000 }
    const waits = await Promise.all(
      Array.from({ length: 50 }, (_, index) => countOne(serverOf(index), 'at-once', limit)),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(9)
    for (const wait of waits.filter((answer) => answer !== 0)) {
      expect(wait).toBeCloseTo(600_000 / 9, 1)
    }
  })

  test('counts of the same keys in different order don’t deadlock', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `circle-${index}`)
    const limit = { calls: 1_000, window: 600_000 }
    const counts = keys.map((key) => ({ key, limit }))
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const ordered = index % 3 === 0 ? counts.toReversed() : counts
        expect(await serverOf(index).countCalls([ordered], createdAt)).toEqual([0])
        if (index % 2 === 0) await serverOf(index).giveBackCalls(ordered.toReversed())
      }),
    )
    const { rows } = await database.observer.query<{ spent: number }>(
      "select distinct round(spent_until - $1) as spent from spent_calls where key like 'circle-%'",
      [createdAt.getTime()],
    )
    expect(rows).toEqual([{ spent: 10 * 600 }])
  })
})
