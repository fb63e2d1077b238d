import { useSyncExternalStore } from 'react'
import { pageState } from '../lib/page-state'
import { tryStorage } from '../lib/try-storage'

export type Theme = 'light' | 'dark'

/** The key of local storage. `src/boot/boot.ts` reads it before the first paint. */
const storageKey = 'theme'

/** The canvas colours of `src/tokens.css`, for the browser's bars. */
const browserColours: Record<Theme, string> = { light: '#f6f7fb', dark: '#0b0f1e' }

/** The number of changes so far. */
const changes = pageState('theme changes', 0)

/** Reads the root element's class, the only copy of the theme. */
function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function applyTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  const meta = document.querySelector('meta[name="theme-color"]')
  meta?.setAttribute('content', browserColours[theme])
  changes.set(changes.get() + 1)
}

export function useTheme(): Theme {
  return useSyncExternalStore(changes.subscribe, currentTheme, () => 'light' as const)
}

export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  applyTheme(theme)
  // If storage is blocked, the choice lasts as long as the page.
  tryStorage(() => localStorage.setItem(storageKey, theme))
}

/**
 * Colours the browser's bars by the boot script's theme, then follows the choice in other tabs. Call it once,
 * when the app starts.
 * @returns a function that stops it.
 */
export function followTheme(): () => void {
  applyTheme(currentTheme())
  const follow = (event: StorageEvent) => {
    // The key is null if the other tab cleared the storage.
    if (event.key !== storageKey && event.key !== null) return
    applyTheme(event.newValue === 'dark' ? 'dark' : 'light')
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
