import { describe, expect, test } from 'vitest'
import type { CallName } from '../../contract/calls'
import { createMockServices } from '../../mocks/mock-api'
import type { RateLimit } from '../../server/api/counts'
import type { HttpError } from '../../server/api/http-error'
import { type Action, type Limit, type RateLimits, rateLimits } from '../../server/api/limits'
import { countLocally } from '../../server/api/local-counts'
import { clearCounts, limitedCall, withRateLimit } from '../../server/api/rate-limit'
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

describe('a call too many', () => {
  const network = 'a network'

  /** Lets calls come at given times, in ms. @returns what the last one is told. */
  async function lastOf(limit: RateLimit, times: number[]): Promise<HttpError | null> {
    let now = 0
    const login: Limit<'from a network'>[] = [{ by: ['network'], ...limit }]
    const services = {
      ...createMockServices(emptyMemoryData(), undefined, () => new Date(now)),
      rateLimits: { ...rateLimits(), login },
    }
    let answer: HttpError | null = null
    for (const time of times) {
      now = time
      answer = await limitedCall(services, 'login')
        .count({ network })
        .then(
          () => null,
          (error: HttpError) => error,
        )
    }
    return answer
  }

  test.each([
    ['2 seconds', '2', { calls: 1, window: 1_001 }],
    ['a minute', '60', { calls: 1, window: 60_000 }],
    ['2 minutes', '61', { calls: 1, window: 60_001 }],
    ['90 minutes', '5400', { calls: 1, window: 90 * minute }],
    ['2 hours', '5460', { calls: 1, window: 91 * minute }],
    ['48 hours', '172800', { calls: 1, window: 48 * 60 * minute }],
    ['3 days', '172860', { calls: 1, window: (48 * 60 + 1) * minute }],
  ])('is asked to come back in %s, rounded up', async (words, seconds, limit) => {
    const refusal = await lastOf(limit, Array(limit.calls + 1).fill(0))
    expect(refusal).toMatchObject({
      status: 429,
      message: `Too many attempts. Please try again in ${words}.`,
      details: { headers: { 'Retry-After': seconds } },
    })
  })

  test('is accepted after that time, and not before', async () => {
    const limit = { calls: 3, window: 10_000 }
    expect(await lastOf(limit, [0, 0, 0, 3_332])).toMatchObject({ status: 429 })
    expect(await lastOf(limit, [0, 0, 0, 3_334])).toBeNull()
  })
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
