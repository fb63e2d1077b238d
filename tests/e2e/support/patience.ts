import type { Page } from '@playwright/test'

/**
 * Makes the next press another one: right after a press, one at the same place belongs to it, and does nothing (D115).
 * Nobody has to wait for that.
 */
export async function pressAnotherKey(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
}
