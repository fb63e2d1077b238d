import { describe, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { limitCalls } from '../../server/domain/rate-limit'
import type { HttpError } from '../../server/http-error'
import type { RateLimits } from '../../server/limits'
import { readServerSettings } from '../../server/settings'
import { emptyMemoryData } from '../../server/store/memory'
import type { RateLimit } from '../../server/store/store'

const minute = 60_000
const calls = ['login', 'signup', 'forgotPassword', 'inviteTeamMembers'] as const

describe('the settings of the limits', () => {
  const environmentNames = {
    login: 'LOGIN',
    signup: 'SIGNUP',
    forgotPassword: 'FORGOT_PASSWORD',
    inviteTeamMembers: 'INVITE',
  }

  /** @returns the limits. Fails when there are none. */
  function limitsOf(environment: Record<string, string>): RateLimits {
    const { rateLimits } = readServerSettings(environment)
    if (!rateLimits) throw new Error('There are no limits.')
    return rateLimits
  }

  test.each(calls)('%s is limited by itself, per address and per client', (call) => {
    const name = `RATE_LIMIT_${environmentNames[call]}`
    expect(
      limitsOf({ [`${name}_PER_ADDRESS`]: '7/90s', [`${name}_PER_CLIENT`]: ' 999999/9999h ' }),
    ).toEqual({
      ...limitsOf({}),
      [call]: {
        perAddress: { calls: 7, window: 90_000 },
        perClient: { calls: 999_999, window: 9999 * 60 * minute },
      },
    })
  })

  test('with nothing set, a person never meets them', () => {
    for (const { perAddress, perClient } of Object.values(limitsOf({}))) {
      expect(perAddress.calls).toBeGreaterThanOrEqual(10)
      expect(perAddress.window).toBeLessThanOrEqual(60 * minute)
      // Many people may share a client's address.
      expect(perClient.calls).toBeGreaterThanOrEqual(3 * perAddress.calls)
    }
  })

  test('they can be switched off, whatever they are', () => {
    const environment = { RATE_LIMITS: 'off', RATE_LIMIT_LOGIN_PER_CLIENT: '1/1h' }
    expect(readServerSettings(environment).rateLimits).toBeNull()
  })
})

describe('a call too many', () => {
  const address = 'ada@example.test'

  /** Lets calls come at given times, in ms. @returns what the last one is told. */
  async function lastOf(limit: RateLimit, times: number[]): Promise<HttpError | null> {
    let now = 0
    const both = { perAddress: limit, perClient: limit }
    const services = {
      ...createMockServices(emptyMemoryData(), undefined, () => new Date(now)),
      rateLimits: { login: both, signup: both, forgotPassword: both, inviteTeamMembers: both },
    }
    let answer: HttpError | null = null
    for (const time of times) {
      now = time
      answer = await limitCalls(services, 'login', 'a client', address).then(
        () => null,
        (error: HttpError) => error,
      )
    }
    return answer
  }

  test.each([
    ['a second', '1', { calls: 1, window: 1 }],
    ['2 seconds', '2', { calls: 1, window: 1_001 }],
    ['59 seconds', '59', { calls: 1, window: 59_000 }],
    ['a minute', '60', { calls: 1, window: 60_000 }],
    ['2 minutes', '61', { calls: 1, window: 60_001 }],
    ['15 minutes', '900', { calls: 1, window: 15 * minute }],
    ['30 seconds', '30', { calls: 30, window: 15 * minute }],
  ])('is told to come back in %s, rounded up', async (words, seconds, limit) => {
    const refusal = await lastOf(limit, Array(limit.calls + 1).fill(0))
    expect(refusal).toMatchObject({
      status: 429,
      message: `Too many attempts. Please try again in ${words}.`,
      headers: { 'Retry-After': seconds },
    })
  })

  test('is welcome after the time that it was told, and not before', async () => {
    const limit = { calls: 3, window: 10_000 }
    expect(await lastOf(limit, [0, 0, 0, 3_332])).toMatchObject({ status: 429 })
    expect(await lastOf(limit, [0, 0, 0, 3_334])).toBeNull()
  })

  test('is no call too many where limits are off', async () => {
    const services = createMockServices(emptyMemoryData())
    for (let count = 0; count < 1_000; count += 1) {
      await limitCalls(services, 'login', 'a client', address)
    }
  })
})
