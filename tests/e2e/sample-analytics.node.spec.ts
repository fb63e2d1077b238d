import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { startInTheme } from './support/theme'

const address = '/sample-analytics/?organisation=acme-analytics'

test('the sample page follows its fragment alone and keeps its charts', async ({ page }) => {
  // The app's own theme, which the page shares storage with, has no say (D24).
  await startInTheme(page, 'dark')
  await page.goto(`${address}#theme=transparent`)
  await expect(page.getByText('Sample data', { exact: true })).toBeVisible()
  await expect(page.locator('html')).not.toHaveClass('dark')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  const canvas = page.locator('canvas').first()
  const element = await canvas.elementHandle()
  const light = await canvas.screenshot()

  await page.evaluate(() => {
    location.hash = 'theme=night'
  })
  await expect(page.locator('html')).toHaveClass('dark')
  await expect
    .poll(async () => (await canvas.screenshot()).equals(light), 'drawn in other colours')
    .toBe(false)
  expect(await element?.evaluate((kept) => kept.isConnected)).toBe(true)
})

test('the sample page shows an organisation the same figures each time', async ({ page }) => {
  await page.goto(address)
  const figures = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Analytics')
  const before = await figures.innerText()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await figures.innerText()).toBe(before)
  await page.goto('/sample-analytics/?organisation=northwind')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northwind')
  expect(await figures.innerText()).not.toBe(before)
})

test('the sample page does not scroll sideways at 300 px', async ({ page }) => {
  await page.setViewportSize({ width: 300, height: 800 })
  await page.goto(address)
  await expect(page.locator('canvas').first()).toBeVisible()
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(excess).toBeLessThanOrEqual(0)
})
