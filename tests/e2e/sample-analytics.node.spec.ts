import { expect } from '@playwright/test'
import { demoBuyer } from '../../server/demo'
import { sampleAddress } from './support/dashboard'
import { test } from './support/fixtures'
import { startInTheme } from './support/theme'

test('the sample page follows its fragment alone and keeps its charts', async ({ page }) => {
  // The app's own theme, which the page shares storage with, has no say (D24).
  await startInTheme(page, 'dark')
  await page.goto(`${await sampleAddress(page)}#theme=transparent`)
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

test('the sample page always shows an organisation the same figures', async ({ page }) => {
  await page.goto(await sampleAddress(page))
  const figures = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Analytics')
  const before = await figures.innerText()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await figures.innerText()).toBe(before)
  await page.goto(await sampleAddress(page, demoBuyer.email))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Globex')
  expect(await figures.innerText()).not.toBe(before)
})

test('the sample page does not scroll sideways at 300 px', async ({ page }) => {
  await page.setViewportSize({ width: 300, height: 800 })
  await page.goto(await sampleAddress(page))
  await expect(page.locator('canvas').first()).toBeVisible()
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(excess).toBeLessThanOrEqual(0)
})

test('a part’s value and share stay on one line, however narrow their card', async ({ page }) => {
  await page.goto(await sampleAddress(page))
  const parts = page.getByRole('figure', { name: 'Revenue by channel' }).getByRole('listitem')
  await expect(parts.first()).toBeVisible()
  for (const width of [300, 720, 820, 900, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    for (const part of await parts.all()) {
      const [value, share] = await part
        .getByText(/^[\d.,%US$k]+$/)
        .evaluateAll((found) => found.map((text) => text.getBoundingClientRect().bottom))
      expect(value, `${width} px: ${await part.innerText()}`).toBe(share)
      expect(share).toBeDefined()
    }
  }
})

test('in a contrast theme the sample page’s bars and axes have its colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(await sampleAddress(page))
  const bar = page.locator('.bar-filled').first()
  await expect(bar).toBeVisible()
  const highlight = await page.evaluate(() => {
    const { style } = document.body.appendChild(document.createElement('p'))
    style.backgroundColor = 'Highlight'
    return getComputedStyle(document.body.lastElementChild ?? document.body).backgroundColor
  })
  await expect(bar).toHaveCSS('background-color', highlight)
  // The canvases, which keep the colours that they are drawn in, read these.
  await expect(page.locator('html')).toHaveCSS('--chart-label', 'CanvasText')
  await expect(page.locator('html')).toHaveCSS('--chart-strong', 'Highlight')
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
