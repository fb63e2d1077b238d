import { expect, test } from 'vitest'
import { isSameOriginPath } from '../../src/lib/same-origin-path'

const origin = 'https://app.test'

test.each([
  ...['/', '/dashboard/main', '/dashboard/main?sort=name&order=desc#top', '/dashboard//main'],
  ...['/https://elsewhere.test', '/a@elsewhere.test', '/%2F%2Felsewhere.test'],
])('%s may be followed', (path) => {
  expect(isSameOriginPath(path, origin)).toBe(true)
})

test.each([
  ...['', 'dashboard/main', '?redirect=/', '#top', '//elsewhere.test', '///elsewhere.test'],
  ...['/\\elsewhere.test', '\\\\elsewhere.test', '/\t/elsewhere.test', '/\n/elsewhere.test'],
  ...['/\r\\elsewhere.test', ' //elsewhere.test', ' /dashboard', 'https://elsewhere.test/'],
  ...['https://app.test/dashboard', 'javascript:alert(1)', 'data:text/html,x'],
])('%j may not be followed', (path) => {
  expect(isSameOriginPath(path, origin)).toBe(false)
})
