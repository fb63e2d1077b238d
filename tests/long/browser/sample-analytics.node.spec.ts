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

test('a filter shows a part of the data, and an invalid link is reported', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 400/)
  await page.goto(await sampleAddress(page))
  const revenue = page.locator('.key-figure .value').first()
  const whole = await revenue.innerText()
  const filter = page.getByLabel('Region')
  await filter.selectOption('Europe')
  await expect(revenue).not.toHaveText(whole)
  await filter.focus()
  await filter.selectOption('North America')
  await expect(filter).toBeFocused()
  await filter.selectOption('All regions')
  await expect(revenue).toHaveText(whole)
  await page.goto('/sample-analytics/?token=forged')
  await expect(page.getByRole('alert')).toContainText('This link is invalid.')
})
