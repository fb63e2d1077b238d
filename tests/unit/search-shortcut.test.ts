// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isSearchShortcut } from '../../src/shell/palette/SearchBox'

test.each([
  // With Caps Lock.
  ['K', { ctrlKey: true }, true],
  ['k', { altKey: true, ctrlKey: true }, false],
  ['k', { shiftKey: true, ctrlKey: true }, false],
  ['k', { ctrlKey: true, repeat: true }, false],
  ['k', { ctrlKey: true, isComposing: true }, false],
])('whether %s with %j opens the search: %s', (key, init, opens) => {
  expect(isSearchShortcut(new KeyboardEvent('keydown', { key, ...init }))).toBe(opens)
})
