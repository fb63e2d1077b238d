import { describe, expect, test } from 'vitest'
import type { CallName } from '../../contract/calls'
import { createMockServices } from '../../mocks/mock-api'
import type { RateLimit } from '../../server/api/counts'
import { type Action, type Limit, type RateLimits, rateLimits } from '../../server/api/limits'
import { countLocally } from '../../server/api/local-counts'
import { clearCounts, refuseIfSpent, withRateLimit } from '../../server/api/rate-limit'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { readServerSettings } from '../../server/node/settings/settings'
import { CallerRefused } from '../../server/store/change'
import { limitTable } from '../support/call-table'

const minute = 60_000
const windows: Record<number, string> = {
  [minute]: 'minute',
  [15 * minute]: 'quarter',
  [60 * minute]: 'hour',
  [24 * 60 * minute]: 'day',
}

/** @returns a limit as the table has it: '5/day by organisation (renewals)'. */
function textOf({ calls, window, by, sharedAs, perServer, failuresOnly }: Limit): string {
  const rate = `${calls}/${windows[window] ?? `${window / 24 / 60 / minute} days`}`
  return [
    `${rate} by ${by.join(' and ')}`,
    ...(sharedAs ? [`(${sharedAs})`] : []),
    ...(perServer ? ['each server'] : []),
    ...(failuresOnly ? ['failures only'] : []),
  ].join(' ')
}

describe('the table of limits', () => {
  test('every call and action may be done as often as the table has it', () => {
    const texts = Object.entries<readonly Limit[]>(rateLimits()).map(([name, limits]) => [
      name,
      limits.map(textOf).join(', '),
    ])
    expect(Object.fromEntries(texts)).toEqual(limitTable)
  })

  test('the factor multiplies only the limits of one network', () => {
    const { rateLimits: multiplied } = readServerSettings({ RATE_LIMIT_NETWORK_FACTOR: '7' })
    const flat = (limits: RateLimits | null) =>
      (Object.keys(rateLimits()) as (CallName | Action)[]).flatMap(
        (name): readonly Limit[] => limits?.[name] ?? [],
      )
    expect(flat(multiplied)).toEqual(
      flat(rateLimits()).map((limit) =>
        limit.by.join() === 'network' ? { ...limit, calls: 7 * limit.calls } : limit,
      ),
    )
  })
})

test.each([
  ['2 seconds', '2', 1_001],
  ['a minute', '60', 60_000],
  ['2 minutes', '61', 60_001],
  ['90 minutes', '5400', 90 * minute],
  ['2 hours', '5460', 91 * minute],
  ['48 hours', '172800', 48 * 60 * minute],
  ['3 days', '172860', (48 * 60 + 1) * minute],
])('a call too many is asked to come back in %s, rounded up', (words, seconds, wait) => {
  expect(() => refuseIfSpent(wait)).toThrow(
    expect.objectContaining({
      status: 429,
      message: `Too many attempts. Please try again in ${words}.`,
      details: { headers: { 'Retry-After': seconds } },
    }),
  )
})

test("sweeping local counts keeps those that aren't fully refilled", () => {
  const store = createMemoryStore()
  const limit: RateLimit = { calls: 1, window: minute }
  const count = (key: string, time: number) =>
    countLocally(store, [{ key, limit }], new Date(time * minute))
  for (let index = 0; index <= 10_000; index += 1) expect(count(`key ${index}`, 1)).toBe(0)
  expect(count('key 0', 1)).toBe(minute)
  expect(count('key 0', 2)).toBe(0)
})

test('a change whose caller turns out to be gone costs nothing', async () => {
  const services = { ...createMockServices(emptyMemoryData()), rateLimits: rateLimits() }
  const subjects = { user: 'ada', address: 'ada@acme.test' }
  const gone = new CallerRefused('signed-out')
  for (let turn = 0; turn < 30; turn += 1) {
    const changing = withRateLimit(services, 'changeAddress', subjects, () => Promise.reject(gone))
    await expect(changing).rejects.toBe(gone)
  }
})

test('a new password by a link gives back all tries of passwords and codes, and nothing else', async () => {
  const services = {
    ...createMockServices(emptyMemoryData(), undefined, () => new Date(0)),
    rateLimits: rateLimits(),
  }
  const subjects = {
    ...{ user: 'ada', address: 'ada@acme.test', network: 'here', mailbox: 'ada@acme.test' },
  }
  const names = Object.keys(rateLimits()) as Action[]
  const actions = names.filter((name) => /^(try|mail(?!Report)|tell|set|change)/.test(name))
  /** Does each as often as it may be done, and once more. @returns those that were refused at once. */
  async function useUp(): Promise<Action[]> {
    const refused = new Set<Action>()
    for (const action of actions) {
      for (let turn = 0; turn < 301 && !refused.has(action); turn += 1) {
        await withRateLimit(services, action, subjects, async () => {}).catch(() => {
          if (turn === 0) refused.add(action)
          turn = 301
        })
      }
    }
    return [...refused]
  }
  expect(await useUp()).toEqual([])
  expect(await useUp()).toEqual(actions)
  await clearCounts(services, subjects)
  const kept = await useUp()
  expect(actions.filter((action) => !kept.includes(action)).sort()).toEqual([
    ...['mailResetLink', 'tryCode', 'tryCodeOfDay', 'tryCodeOfSession'],
    ...['tryCodeOfSessionsOfDay', 'tryPassword', 'tryRecoveryCode', 'tryRecoveryCodeOfDay'],
  ])
})
