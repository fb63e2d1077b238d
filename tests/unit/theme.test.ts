// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { followTheme, toggleTheme } from '../../src/ui/theme'

const root = document.documentElement
const isDark = () => root.classList.contains('dark')

test("the theme follows another tab and the switch, and the browser's bars have its canvas colour", () => {
  const tokens = readFileSync('src/tokens.css', 'utf8')
  const [, light, dark] = /--canvas: light-dark\((#\w+), (#\w+)\);/.exec(tokens) ?? []
  document.head.innerHTML = '<meta name="theme-color" content="" />'
  onTestFinished(followTheme())
  const chosen = (key: string | null, newValue: string | null) => {
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    return [isDark(), document.querySelector('meta')?.content]
  }
  expect(chosen('theme', 'dark')).toEqual([true, dark])
  expect(chosen('somethingElse', 'light')).toEqual([true, dark])
  expect(chosen('theme', 'light')).toEqual([false, light])
  toggleTheme()
  expect([isDark(), localStorage.getItem('theme')]).toEqual([true, 'dark'])
  // The other tab has cleared the storage.
  expect(chosen(null, null)).toEqual([false, light])
  const setItem = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { setItem })
  toggleTheme()
  expect(isDark(), 'where storage is blocked').toBe(true)
})
