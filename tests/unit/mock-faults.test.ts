import { describe, expect, test } from 'vitest'
import { failureOf, faultsOfSearch, noFaults, parseFaults } from '../../mocks/faults'

describe('faults in an address', () => {
  test.each([
    ['', null],
    ['?sort=name', null],
    ['?mock-latency=1500', { latency: 1500, failures: {} }],
    ['?mock-fail=login:500', { latency: 0, failures: { login: 500 } }],
    [
      '?mock-latency=20&mock-fail=login:500,getProfile:network,getPricing:not-json',
      { latency: 20, failures: { login: 500, getProfile: 'network', getPricing: 'not-json' } },
    ],
    ['?mock-fail=all:503', { latency: 0, failures: { all: 503 } }],
    ['?mock-fail=', { latency: 0, failures: {} }],
  ])('%s', (search, faults) => {
    expect(faultsOfSearch(search)).toEqual(faults)
  })

  test.each([
    '?mock-latency=-1',
    '?mock-latency=soon',
    '?mock-latency=60001',
    '?mock-fail=login',
    '?mock-fail=login:200',
    '?mock-fail=login:600',
    '?mock-fail=login:sometimes',
    '?mock-fail=nothing:500',
    '?mock-fail=toString:500',
  ])('%s makes no sense', (search) => {
    expect(() => faultsOfSearch(search)).toThrow()
  })
})

describe('faults that were kept', () => {
  test('come back', () => {
    const faults = { latency: 300, failures: { login: 429, all: 'network' as const } }
    expect(parseFaults(JSON.stringify(faults))).toEqual(faults)
  })

  test.each([null, '', 'nonsense', '{}', '{"latency":-1,"failures":{}}'])(
    '%j means none',
    (json) => {
      expect(parseFaults(json)).toEqual(noFaults)
    },
  )
})

describe('the failure of a call', () => {
  const request = (method: string, path: string) =>
    new Request(`https://app.test${path}`, { method })
  const failing = (failures: Parameters<typeof failureOf>[1]['failures']) => ({
    latency: 0,
    failures,
  })

  test('is that of its name: method and path', () => {
    const faults = failing({ updateProfile: 500 })
    expect(failureOf(request('PUT', '/api/profile/'), faults)).toBe(500)
    expect(failureOf(request('GET', '/api/profile/'), faults)).toBeUndefined()
    expect(failureOf(request('POST', '/api/login/'), faults)).toBeUndefined()
  })

  test('may be that of all calls, unless it has one of its own', () => {
    const faults = failing({ all: 'network', login: 401 })
    expect(failureOf(request('POST', '/api/login/'), faults)).toBe(401)
    expect(failureOf(request('GET', '/api/pricing/'), faults)).toBe('network')
    expect(failureOf(request('GET', '/api/nothing/'), faults)).toBe('network')
  })

  test('does not take one call for another whose path ends alike', () => {
    const faults = failing({ openInvitation: 500 })
    expect(failureOf(request('POST', '/api/invite/'), faults)).toBe(500)
    expect(failureOf(request('POST', '/api/invite-team-members/'), faults)).toBeUndefined()
  })

  test('is none without faults', () => {
    expect(failureOf(request('POST', '/api/login/'), noFaults)).toBeUndefined()
  })
})
