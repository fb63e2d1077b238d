import { describe, expect, test } from 'vitest'
import { isFrameAddress, themedAddress } from '../../src/analytics/frame-address'

const origin = 'https://app.test'

describe('a frame may open', () => {
  test.each([
    'https://bi.test/embed/dashboard/token#theme=transparent',
    'http://localhost:3030/embed',
    'http://[::1]:3030/',
    '/sample-analytics/?organisation=acme#theme=transparent',
    '/',
  ])('%s', (address) => {
    expect(isFrameAddress(address, origin)).toBe(true)
  })

  test.each([
    ...['javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)'],
    ...[' javascript:alert(1)', 'data:text/html,<script>alert(1)</script>'],
    ...['blob:https://app.test/0f8fad5b', 'file:///etc/passwd', 'about:blank', 'ftp://bi.test/'],
    ...['http://bi.test/', 'http://localhost.bi.test/', 'http://127.0.0.1.bi.test/'],
    ...['http://localhost@bi.test/', '//bi.test/', '/\\bi.test/', '/\t/bi.test/'],
    ...['sample-analytics/', 'bi.test/embed', 'https://', '', ' '],
  ])('but not %j', (address) => {
    expect(isFrameAddress(address, origin)).toBe(false)
  })
})

describe('the address for a theme', () => {
  const address = 'https://bi.test/transparent?a=transparent#theme=transparent&bordered=false'

  test('replaces every transparent with night in dark, and nothing else', () => {
    expect(themedAddress(address, 'dark')).toBe(
      'https://bi.test/night?a=night#theme=night&bordered=false',
    )
    expect(themedAddress('https://bi.test/a b?c=%20#d', 'dark')).toBe('https://bi.test/a b?c=%20#d')
  })
})
