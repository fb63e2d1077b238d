// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followTheme, toggleTheme, useTheme } from '../../src/ui/theme'

const root = document.documentElement
let stopFollowing = () => {}

beforeEach(() => {
  localStorage.clear()
  root.className = ''
  document.head.innerHTML = '<meta name="theme-color" content="" />'
})

afterEach(() => {
  stopFollowing()
  stopFollowing = () => {}
  vi.restoreAllMocks()
})

function browserColour() {
  return document.querySelector('meta[name="theme-color"]')?.getAttribute('content')
}

function chosenInAnotherTab(key: string | null, newValue: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

test('the first switch goes from light to dark, the next one back, and the choice is kept', () => {
  toggleTheme()
  expect(root.classList.contains('dark')).toBe(true)
  expect(localStorage.getItem('theme')).toBe('dark')

  toggleTheme()
  expect(root.classList.contains('dark')).toBe(false)
  expect(localStorage.getItem('theme')).toBe('light')
})

test('what depends on the theme is drawn anew on a switch', () => {
  const { result } = renderHook(useTheme)
  expect(result.current).toBe('light')
  act(toggleTheme)
  expect(result.current).toBe('dark')
})

test('a choice in another tab is followed here', () => {
  stopFollowing = followTheme()
  const { result } = renderHook(useTheme)

  act(() => chosenInAnotherTab('theme', 'dark'))
  expect(result.current).toBe('dark')

  act(() => chosenInAnotherTab('somethingElse', 'light'))
  expect(result.current).toBe('dark')

  act(() => chosenInAnotherTab('theme', 'light'))
  expect(result.current).toBe('light')
})

test('storage cleared in another tab brings light back, the theme one starts with', () => {
  root.classList.add('dark')
  stopFollowing = followTheme()
  chosenInAnotherTab(null, null)
  expect(root.classList.contains('dark')).toBe(false)
})

test('the switch works where storage is blocked', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  toggleTheme()
  expect(root.classList.contains('dark')).toBe(true)
})

test("the browser's own bars have the colour of the canvas in both themes", () => {
  const tokens = readFileSync('src/tokens.css', 'utf8')
  const [light, dark] = [...tokens.matchAll(/--canvas: (#\w+);/g)].map((match) => match[1])

  stopFollowing = followTheme()
  expect(browserColour()).toBe(light)
  toggleTheme()
  expect(browserColour()).toBe(dark)
})
