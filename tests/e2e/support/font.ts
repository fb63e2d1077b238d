import type { Page } from '@playwright/test'

/** Waits for the product's font, which is asked for once the first screen is alive. */
export async function fontHasCome(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Inter Variable') && status === 'loaded',
    ),
  )
}
