import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Makes the next press another one: right after a press, one at the same place belongs to it, and does nothing (D115).
 * Nobody has to wait for that.
 */
export async function pressAnotherKey(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
}

/** Presses a button that closes its dialog, as soon as that takes a press: in its first moments it doesn't (D115). */
export async function closeBy(button: Locator, press = () => button.click()): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await press()
    await expect(button).toBeHidden({ timeout: 100 })
  }).toPass()
}
