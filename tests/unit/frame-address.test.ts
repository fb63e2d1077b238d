import { expect, test } from 'vitest'
import { isFrameAddress, themedAddress } from '../../src/analytics/frame-address'

const origin = 'https://app.test'

test.each([
  ...['https://bi.test/embed/dashboard/token#theme=transparent', 'http://localhost:3030/embed'],
  ...['http://[::1]:3030/', '/sample-analytics/?organisation=acme#theme=transparent', '/'],
])('a frame may open %s', (address) => {
  expect(isFrameAddress(address, origin)).toBe(true)
})

test.each([
  ...['javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)'],
  ...[' javascript:alert(1)', 'data:text/html,<script>alert(1)</script>'],
  ...['blob:https://app.test/0f8fad5b', 'file:///etc/passwd', 'about:blank', 'ftp://bi.test/'],
  ...['http://bi.test/', 'http://localhost.bi.test/', 'http://127.0.0.1.bi.test/'],
  ...['http://localhost@bi.test/', '//bi.test/', '/\\bi.test/', '/\t/bi.test/'],
  ...['sample-analytics/', 'bi.test/embed', 'https://', '', ' '],
])('a frame may not open %j', (address) => {
  expect(isFrameAddress(address, origin)).toBe(false)
})

test('the address in dark has night for every transparent, and nothing else is replaced', () => {
  const address = 'https://bi.test/transparent?a=transparent#theme=transparent&bordered=false'
  const night = 'https://bi.test/night?a=night#theme=night&bordered=false'
  expect(themedAddress(address, 'dark')).toBe(night)
  expect(themedAddress('https://bi.test/a b?c=%20#d', 'dark')).toBe('https://bi.test/a b?c=%20#d')
})
