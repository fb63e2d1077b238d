import { expect } from '@playwright/test'
import { sampleAddress } from '../../e2e/support/dashboard'
import { test } from '../../e2e/support/fixtures'
import { startInTheme } from '../../e2e/support/theme'

test('the sample page follows its fragment alone and keeps its charts', async ({ page }) => {
  // The app's own theme, which the page shares storage with, has no say.
  await startInTheme(page, 'dark')
  await page.goto(`${await sampleAddress(page)}#theme=transparent`)
  await expect(page.getByText('Sample data', { exact: true })).toBeVisible()
  await expect(page.locator('html')).not.toContainClass('dark')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  const canvas = page.locator('canvas').first()
  const element = await canvas.elementHandle()
  const light = await canvas.screenshot()

  await page.evaluate(() => {
    location.hash = 'theme=night'
  })
  await expect(page.locator('html')).toContainClass('dark')
  await expect
    .poll(async () => (await canvas.screenshot()).equals(light), 'drawn in other colours')
    .toBe(false)
  expect(await element?.evaluate((kept) => kept.isConnected)).toBe(true)
})
