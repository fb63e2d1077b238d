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
  ['k', { ctrlKey: true }],
  ['k', { metaKey: true }],
  // With Caps Lock.
  ['K', { ctrlKey: true }],
])('%s with %j opens the search', (key, init) => {
  expect(press(key, init)).toBe(true)
})

test.each([
  ['k', {}],
  ['k', { altKey: true, ctrlKey: true }],
  ['k', { shiftKey: true, ctrlKey: true }],
  ['k', { ctrlKey: true, repeat: true }],
  ['k', { ctrlKey: true, isComposing: true }],
  // D72
  ['/', {}],
  ['/', { shiftKey: true }],
  ['/', { ctrlKey: true }],
  ['f', { ctrlKey: true }],
])('%s with %j does not', (key, init) => {
  expect(press(key, init)).toBe(false)
})

test.each(['#text', '#tick', 'textarea', 'select', '#editor b', 'button'])(
  'works from %s too',
  (target) => {
    expect(press('k', { ctrlKey: true }, target)).toBe(true)
  },
)
