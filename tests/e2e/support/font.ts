import type { Page } from '@playwright/test'

/** Waits until the page is drawn in the product's font, which comes behind the code on a first visit. */
export async function fontHasCome(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.classList.contains('boot-cached') &&
      [...document.fonts].some(
        ({ family, status }) => family.includes('Inter Variable') && status === 'loaded',
      ),
  )
}
