import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** Shared with `src/boot/boot.ts`, which reads it before the first paint (D23). */
const storageKey = 'theme'

/** The browser's own bars take the canvas colour of `src/tokens.css`. */
const browserColours: Record<Theme, string> = { light: '#f6f7fb', dark: '#0b0f1e' }

/** Dispatched when another one shows. */
const change = 'themechange'

/** The class on the root element is the theme; there is no second copy of it. */
function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function colourBrowser(theme: Theme): void {
  const meta = document.querySelector('meta[name="theme-color"]')
  meta?.setAttribute('content', browserColours[theme])
}

function applyTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  colourBrowser(theme)
  window.dispatchEvent(new Event(change))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(change, listener)
  return () => window.removeEventListener(change, listener)
}

/** @returns the theme that shows; the component is drawn anew when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'light' as const)
}

/** Switches between light and dark and remembers the choice (D23). */
export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  applyTheme(theme)
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/**
 * Brings the browser's bars in line with the theme that the boot script applied, and from then on
 * follows what is chosen in other tabs. To be called once, when the app starts.
 * @returns a function that ends it.
 */
export function followTheme(): () => void {
  colourBrowser(currentTheme())
  const follow = (event: StorageEvent) => {
    // A null key: the other tab cleared the whole storage.
    if (event.key !== storageKey && event.key !== null) return
    applyTheme(event.newValue === 'dark' ? 'dark' : 'light')
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
