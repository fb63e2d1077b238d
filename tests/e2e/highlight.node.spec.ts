import { expect, type Locator } from '@playwright/test'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { showInTheme } from './support/theme'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** In the page. @returns how much the line around an element contrasts with the ground beside it; 1 without a line. */
function contrastOfLine(element: Element): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
  if (outlineStyle !== 'solid' || Number.parseFloat(outlineWidth) < 2) return 1
  const opaque = /^rgb\(/
  let ground = element.parentElement
  while (ground && !opaque.test(getComputedStyle(ground).backgroundColor)) {
    ground = ground.parentElement
  }
  if (!ground || !opaque.test(outlineColor)) throw new Error('Its colours are not plain.')
  const [lighter = 0, darker = 0] = [outlineColor, getComputedStyle(ground).backgroundColor]
    .map(luminance)
    .toSorted((one, other) => other - one)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Expects that it stands out from what is beside it (WCAG 1.4.11). */
async function expectContrast(element: Locator, theme: string): Promise<void> {
  const contrast = () => element.evaluate(contrastOfLine)
  await expect.poll(contrast, `${element}, ${theme}`).toBeGreaterThanOrEqual(3)
}

test('the focused and the hovered control stand out in both themes', async ({ page }) => {
  await signInToFixedAnswers(page)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'Update Profile' })).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await showInTheme(page, theme)
    await page.getByRole('button', { name: 'Profile menu' }).focus()
    await page.keyboard.press('Enter')
    const items = page.getByRole('menuitem')
    await expectContrast(items.first(), theme)
    await page.keyboard.press('ArrowDown')
    await expectContrast(items.nth(1), theme)
    await items.last().hover()
    await expectContrast(items.last(), theme)
    expect(await items.nth(1).evaluate(contrastOfLine)).toBe(1)
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+K')
    const options = page.getByRole('option')
    await expectContrast(options.first(), theme)
    await page.keyboard.press('ArrowDown')
    await expectContrast(options.nth(1), theme)
    await options.nth(3).hover()
    await expectContrast(options.nth(3), theme)
    expect(await options.nth(1).evaluate(contrastOfLine)).toBe(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeHidden()
  }
})
