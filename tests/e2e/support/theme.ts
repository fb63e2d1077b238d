import type { Page } from '@playwright/test'

/**
 * Sets a theme that the visitor chose on an earlier visit. A choice made later in the
 * test stays.
 */
export async function startInTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.addInitScript((chosen) => {
    // Frames of other origins and blank pages have no storage.
    if (location.protocol.startsWith('http') && !localStorage.getItem('theme')) {
      localStorage.setItem('theme', chosen)
    }
  }, theme)
}

/** Shows the page that is open in a theme: a class that changes only colours. */
export async function showInTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    (isDark) => document.documentElement.classList.toggle('dark', isDark),
    theme === 'dark',
  )
}
