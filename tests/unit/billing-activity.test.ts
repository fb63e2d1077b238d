import { describe, expect, test, vi } from 'vitest'
import { formatDate } from '../../src/lib/format'

describe('dates', () => {
  test.each([
    ['America/Los_Angeles', 'Oct 11, 2026'],
    ['Asia/Tokyo', 'Oct 12, 2026'],
  ])("of an instant depend on the time zone, in %s, and of a day don't", (zone, text) => {
    vi.stubEnv('TZ', zone)
    expect(formatDate('2026-10-12T02:00:00Z')).toBe(text)
    expect(formatDate('2026-10-12')).toBe('Oct 12, 2026')
    vi.unstubAllEnvs()
  })
})
