import { describe, expect, test, vi } from 'vitest'
import { createDateFormat } from '../../src/lib/format'

describe('dates', () => {
  test.each([
    ['en-US', 'Oct 12, 2026'],
    // No English of its own is known of Brazil.
    ['pt-BR', '12 Oct 2026'],
  ])('show in English, as in the region of %s, as %s', (locale, text) => {
    expect(createDateFormat(locale)('2026-10-12')).toBe(text)
    expect(createDateFormat(locale)('2026-10-12T12:00:00Z')).toBe(text)
  })

  test.each([
    ['America/Los_Angeles', 'Oct 11, 2026'],
    ['Asia/Tokyo', 'Oct 12, 2026'],
  ])("of an instant depend on the time zone, in %s, and of a day don't", (zone, text) => {
    vi.stubEnv('TZ', zone)
    const format = createDateFormat('en-US')
    expect(format('2026-10-12T02:00:00Z')).toBe(text)
    expect(format('2026-10-12')).toBe('Oct 12, 2026')
    vi.unstubAllEnvs()
  })
})
