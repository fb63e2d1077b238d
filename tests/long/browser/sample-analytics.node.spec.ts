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

/**
 * In the page. @returns the colours (as `rgb(…)`) of the bars just above the first chart's axis, and of those
 * beside the parts' names with the tracks that they lie on.
 */
function coloursOfBars() {
  const canvas = document.querySelector('canvas')
  const pixels = canvas?.getContext('2d')
  if (!canvas || !pixels) throw new Error('There is no chart.')
  const scale = canvas.width / canvas.clientWidth
  const { data } = pixels.getImageData(0, canvas.height - 34 * scale, canvas.width, 1)
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) continue
    const colour = `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const styleOf = (selector: string) =>
    getComputedStyle(document.querySelector(selector) ?? document.body).backgroundColor
  return {
    drawn: [...counts].filter(([, count]) => count > 8).map(([colour]) => colour),
    card: styleOf('.card'),
    track: styleOf('.bar'),
    parts: [styleOf('li:first-child .bar-filled'), styleOf('li:last-child .bar-filled')],
  }
}

/** Source: WCAG 2.2, the definitions of contrast ratio and relative luminance. */
function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('the bars of the sample page stand out from what they lie on, 3 to 1, in both themes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 1200 })
  const address = await sampleAddress(page)
  for (const theme of ['transparent', 'night']) {
    await page.goto('about:blank')
    await page.goto(`${address}#theme=${theme}`)
    await expect(page.locator('canvas').first()).toBeVisible()
    await expect
      .poll(
        async () => (await page.evaluate(coloursOfBars)).drawn,
        'those of eleven months, and of the last',
      )
      .toHaveLength(2)
    const { drawn, card, track, parts } = await page.evaluate(coloursOfBars)
    for (const colour of drawn) expect(contrastOf(colour, card), theme).toBeGreaterThanOrEqual(3)
    for (const colour of parts) expect(contrastOf(colour, track), theme).toBeGreaterThanOrEqual(3)
  }
})
