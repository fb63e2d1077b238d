import { expect, test } from 'vitest'
import { visitorLocale, visitorRegion } from '../../src/lib/visitor-locale'

test.each([
  ['en', 'en-US'],
  ['de', 'en-DE'],
  ['hi-IN', 'en-IN'],
  // Regions of which no English is known.
  ['pt-BR', 'en-GB'],
  ['zh-Hant-TW', 'en-GB'],
  // Odd languages of systems, and one without a region.
  ['en-US@posix', 'en-US'],
  ['C', 'en-GB'],
  ['', 'en-GB'],
  ['tlh', 'en-GB'],
])('for %s everything is formatted as in %s', (language, locale) => {
  expect(visitorLocale(language)).toBe(locale)
})

test('the region stays the visitor’s where no English of it is known', () => {
  expect(visitorRegion('es-MX')).toBe('MX')
  expect(visitorRegion('es')).toBe('ES')
})
