import { expect, type Locator } from '@playwright/test'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'

test.use({ hasTouch: true })

/** @returns how far a period's pill is from its track's upper and lower edge, and how high one can touch it. */
function measure(pill: Locator) {
  return pill.evaluate((label) => {
    const track = label.closest('fieldset')?.getBoundingClientRect()
    if (!track) throw new Error('The pill has no track.')
    const { top, bottom, left, width } = label.getBoundingClientRect()
    let touchable = 0
    for (let y = Math.floor(top) - 30; y < bottom + 30; y++) {
      const hit = document.elementFromPoint(left + width / 2, y + 0.5)
      if (hit && label.contains(hit)) touchable++
    }
    return { above: top - track.top, below: track.bottom - bottom, touchable }
  })
}

test('the billing periods fill their track, with touch targets of 44 px', async ({ page }) => {
  await signInToFixedAnswers(page)
  await page.goto('/dashboard/pricing')
  const pills = page.getByRole('group', { name: 'Billing period' }).locator('label')
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(pills).toHaveText(['Monthly', 'Yearly save 17%'])
    for (const pill of await pills.all()) {
      const { above, below, touchable } = await measure(pill)
      // The track's line, and the 4 px within it.
      expect(above, `above, ${width} px`).toBeCloseTo(5)
      expect(below, `below, ${width} px`).toBeCloseTo(5)
      expect(touchable, `${width} px`).toBeGreaterThanOrEqual(44)
    }
  }
})
