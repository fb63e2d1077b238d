import { expect, test } from 'vitest'
import { slugOfText } from '../../src/auth/OrganisationSignIn'

test.each([
  ...[
    '  Acme-Analytics ',
    '\u200eacme-\u200banalytics\ufeff',
    'Acme  Analytics',
    '/acme-analytics/',
  ],
  'https://orglens.example.test/orginisation/acme-analytics/',
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
