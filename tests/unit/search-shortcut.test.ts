// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSearchShortcut } from '../../src/shell/palette/SearchBox'

let asked: boolean[] = []
const listen = (event: KeyboardEvent) => asked.push(isSearchShortcut(event))

beforeEach(() => {
  asked = []
  document.addEventListener('keydown', listen)
  document.body.innerHTML = `
    <input id="text" /><input id="tick" type="checkbox" /><textarea></textarea><select></select>
    <div id="editor" contenteditable="true"><b>text</b></div><button>Press</button>`
})
afterEach(() => document.removeEventListener('keydown', listen))

function press(key: string, init: KeyboardEventInit = {}, target = 'body'): boolean | undefined {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  document.querySelector(target)?.dispatchEvent(event)
  return asked.at(-1)
}

test.each([
  ['k', { ctrlKey: true }, true],
  ['k', { metaKey: true }, true],
  // With Caps Lock.
  ['K', { ctrlKey: true }, true],
  ['k', {}, false],
  ['k', { altKey: true, ctrlKey: true }, false],
  ['k', { shiftKey: true, ctrlKey: true }, false],
  ['k', { ctrlKey: true, repeat: true }, false],
  ['k', { ctrlKey: true, isComposing: true }, false],
  // One key alone would run while somebody dictates (WCAG 2.1.4).
  ['/', {}, false],
  ['/', { shiftKey: true }, false],
  ['/', { ctrlKey: true }, false],
  ['f', { ctrlKey: true }, false],
])('whether %s with %j opens the search: %s', (key, init, opens) => {
  expect(press(key, init)).toBe(opens)
})

test.each(['#text', '#tick', 'textarea', 'select', '#editor b', 'button'])(
  'works from %s too',
  (target) => {
    expect(press('k', { ctrlKey: true }, target)).toBe(true)
  },
)
