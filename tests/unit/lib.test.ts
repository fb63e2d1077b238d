import { expect, test, vi } from 'vitest'
import { searchText } from '../../contract/search-text'
import { slugOfText } from '../../src/auth/OrganisationSignIn'
import { formatDate } from '../../src/lib/format'
import { isSameOriginPath } from '../../src/lib/same-origin-path'
import { saveFile } from '../../src/lib/save-file'
import { parseTextSearch, stringifyTextSearch } from '../../src/lib/text-search-params'
import { visitorLocale, visitorRegion } from '../../src/lib/visitor-locale'

test("the date of an instant depends on the time zone, and that of a day doesn't", () => {
  for (const [zone, text] of Object.entries({ 'Asia/Tokyo': 12, 'America/Los_Angeles': 11 })) {
    vi.stubEnv('TZ', zone)
    expect(formatDate('2026-10-12T02:00:00Z')).toBe(`Oct ${text}, 2026`)
    expect(formatDate('2026-10-12')).toBe('Oct 12, 2026')
  }
})

test.each([
  ...['/', '/dashboard/main?sort=name&order=desc#top', '/dashboard//main'],
  ...['/https://elsewhere.test', '/a@elsewhere.test', '/%2F%2Felsewhere.test'],
])('%s may be followed', (path) => {
  expect(isSameOriginPath(path, 'https://app.test')).toBe(true)
})

test.each([
  ...['', 'dashboard/main', '?redirect=/', '#top', '//elsewhere.test', '///elsewhere.test'],
  ...['/\\elsewhere.test', '\\\\elsewhere.test', '/\t/elsewhere.test', '/\n/elsewhere.test'],
  ...['/\r\\elsewhere.test', ' //elsewhere.test', ' /dashboard', 'https://elsewhere.test/'],
  ...['https://app.test/dashboard', 'javascript:alert(1)', 'data:text/html,x'],
])('%j may not be followed', (path) => {
  expect(isSameOriginPath(path, 'https://app.test')).toBe(false)
})

test.each([
  ['Pacific/Kiritimati', '2026-12-01'],
  ['Asia/Kolkata', '2026-11-30'],
])('a file is named after the day where the visitor is: %s', (zone, day) => {
  vi.stubEnv('TZ', zone)
  vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z') })
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  saveFile('Subscription Activity', 'csv', new Blob())
  expect(link.download).toBe(`subscription-activity-${day}.csv`)
  expect(link.click).toHaveBeenCalledOnce()
  // The browser reads the file later.
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledWith('blob:file')
})

test.each([
  ['?organization=2024', '2024'],
  ['?organization=%222024%22', '"2024"'],
  ['?organization=K%C3%A4se+%26+Co', 'Käse & Co'],
  ['?organization=first&organization=last', 'last'],
  ['?organization=%', '%'],
])('the parameter of %s is read as text', (search, organization) => {
  expect(parseTextSearch(search)).toEqual({ organization })
})

test('missing parameters are left out of the address', () => {
  expect(stringifyTextSearch({ redirect: undefined, organization: null })).toBe('')
  expect(stringifyTextSearch({ redirect: '/a?b=c&d', page: 2 })).toBe(
    '?redirect=%2Fa%3Fb%3Dc%26d&page=2',
  )
})

test.each([
  ['en', 'en-US'],
  ['de', 'en-DE'],
  // Regions of which no English is known.
  ['pt-BR', 'en-GB'],
  ['zh-Hant-TW', 'en-GB'],
  // Odd languages of systems, and one without a region.
  ['en-US@posix', 'en-US'],
  ['C', 'en-GB'],
])('for %s everything is formatted as in %s', (language, locale) => {
  expect(visitorLocale(language)).toBe(locale)
  expect([visitorRegion('es-MX'), visitorRegion('es')]).toEqual(['MX', 'ES'])
})

test.each([
  ['ZOE\u0308', 'zoe'],
  ['STRAẞE', 'strasse'],
  ['İstanbul ışık', 'istanbul isik'],
  ['ΛΌΓΟΣ', 'λογοσ'],
  ['ﬁne\u00a0①', 'fine 1'],
  ['zo\u00ade\u200b', 'zoe'],
])('a search takes %j as %j', (text, searched) => {
  expect(searchText(text)).toBe(searched)
})

test.each([
  ...['  Acme-Analytics ', '\u200eacme-\u200banalytics\ufeff', 'Acme  Analytics'],
  ...['/acme-analytics/', 'https://orglens.example.test/orginisation/acme-analytics/'],
  'http://localhost:3000/orginisation/ACME-ANALYTICS#top',
  'orglens.example.test/organisation/acme-analytics//?a=/b',
  ...['“Acme Analytics”,', '<https://orglens.example.test/acme-analytics>.'],
  ...['acme\u2011analytics', 'Acme–Analytics', 'ａｃｍｅ－ａｎａｌｙｔｉｃｓ'],
])('%j means acme-analytics', (text) => {
  expect(slugOfText(text)).toBe('acme-analytics')
})

test('a text without a slug has none; another one is used unchanged', () => {
  for (const text of ['', '  ', '///', '..', '?a', '#a', ' /?a=b/c '])
    expect(slugOfText(text)).toBe('')
  for (const text of ['2024', '株式会社', 'a.b', 'संस्था']) expect(slugOfText(text)).toBe(text)
})
