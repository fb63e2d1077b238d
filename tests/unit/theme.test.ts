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

test('the switch toggles between light and dark, and the choice is kept', () => {
  toggleTheme()
  expect(root.classList.contains('dark')).toBe(true)
  expect(localStorage.getItem('theme')).toBe('dark')

  toggleTheme()
  expect(root.classList.contains('dark')).toBe(false)
  expect(localStorage.getItem('theme')).toBe('light')
})

test('a switch rerenders what depends on the theme', () => {
  const { result } = renderHook(useTheme)
  expect(result.current).toBe('light')
  act(toggleTheme)
  expect(result.current).toBe('dark')
})

test('follows a choice in another tab', () => {
  stopFollowing = followTheme()
  const { result } = renderHook(useTheme)

  act(() => chosenInAnotherTab('theme', 'dark'))
  expect(result.current).toBe('dark')

  act(() => chosenInAnotherTab('somethingElse', 'light'))
  expect(result.current).toBe('dark')

  act(() => chosenInAnotherTab('theme', 'light'))
  expect(result.current).toBe('light')
})

test('clearing storage in another tab restores light, the initial theme', () => {
  root.classList.add('dark')
  stopFollowing = followTheme()
  chosenInAnotherTab(null, null)
  expect(root.classList.contains('dark')).toBe(false)
})

test('the switch works if storage is blocked', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  toggleTheme()
  expect(root.classList.contains('dark')).toBe(true)
})

test("the browser's bars have the canvas colour in both themes", () => {
  const tokens = readFileSync('src/tokens.css', 'utf8')
  const [light, dark] = [...tokens.matchAll(/--canvas: (#\w+);/g)].map((match) => match[1])

  stopFollowing = followTheme()
  expect(browserColour()).toBe(light)
  toggleTheme()
  expect(browserColour()).toBe(dark)
})
