import { expect, test } from 'vitest'
import { browserInWords, unknownBrowser } from '../../server/api/client'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0',
    'Firefox on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
    'Edge on Windows',
  ],
])('recognises the browser %s', (userAgent, words) => {
  expect(browserInWords(userAgent)).toBe(words)
})

test.each([
  ['a program', 'curl/8.5.0'],
  ['what is made up', 'Click https://evil.example/ now/1.0 (Windows NT 10.0)'],
  ['a very long header', `${'x/'.repeat(100_000)} Firefox/131.0`],
])('%s is an unknown browser, and none of its text is repeated', (_what, userAgent) => {
  expect(browserInWords(userAgent)).toBe(unknownBrowser)
})
