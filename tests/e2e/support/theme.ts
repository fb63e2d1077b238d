import type { Page } from '@playwright/test'

/**
 * Sets a theme that the visitor chose on an earlier visit (D23). A choice made later in the
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
