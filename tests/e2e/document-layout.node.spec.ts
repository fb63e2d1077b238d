import { expect } from '@playwright/test'
import { noSuchPage, signedInPages, signedOutPages } from '../support/pages'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'

/** 640 px is a window of 1280 px at 200 % zoom, 320 px the narrowest phone. */
const widths = [1440, 820, 640, 390, 320]

test('no screen scrolls sideways at any width or zoom', async ({ page }) => {
  for (const { path, shows } of [...signedOutPages, ...signedInPages, noSuchPage]) {
    if (path === signedInPages[0]?.path) await signInToFixedAnswers(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // Polled: sidebar and drawer change places a moment after the window.
      await expect
        .poll(
          () =>
            page.evaluate(() => {
              const { scrollWidth, clientWidth } = document.documentElement
              return scrollWidth - clientWidth
            }),
          `${path} at ${width} px`,
        )
        .toBe(0)
      const main = await page.getByRole('main').boundingBox()
      expect(main?.x, `${path} at ${width} px`).toBeGreaterThanOrEqual(0)
    }
  }
})
