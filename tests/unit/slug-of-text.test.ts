import { expect, test } from 'vitest'
import { slugOfText } from '../../src/auth/OrganisationSignIn'

test.each([
  ...[
    'acme-analytics',
    '  Acme-Analytics ',
    '\u200eacme-\u200banalytics\ufeff',
    'Acme  Analytics',
    '/acme-analytics',
  ],
  ...['acme-analytics/', 'https://orglens.example.test/orginisation/acme-analytics'],
  'https://orglens.example.test/orginisation/acme-analytics/',
  'https://orglens.example.test/acme-analytics?from=mail',
  'http://localhost:3000/orginisation/ACME-ANALYTICS#top',
  'orglens.example.test/organisation/acme-analytics//?a=/b',
  ...['acme-analytics.', '“Acme Analytics”,', '<https://orglens.example.test/acme-analytics>.'],
  ...['acme\u2011analytics', 'Acme–Analytics', 'ａｃｍｅ－ａｎａｌｙｔｉｃｓ'],
])('%j means acme-analytics', (text) => {
  expect(slugOfText(text)).toBe('acme-analytics')
})

test.each(['', '  ', '/', '///', '.', '..', '/../', '?a', '#a', ' /?a=b/c '])(
  '%j contains no slug',
  (text) => {
    expect(slugOfText(text)).toBe('')
  },
)

test.each(['2024', '株式会社', 'a.b', 'संस्था'])('%j is used unchanged', (text) => {
  expect(slugOfText(text)).toBe(text)
})
