import { expect, type Page } from '@playwright/test'
import { axeInBothThemes } from '../../e2e/support/axe'
import { dashboardFrame } from '../../e2e/support/dashboard'
import { test } from '../../e2e/support/fixtures'
import { hold } from '../../e2e/support/scripts'
import { openSignedIn } from '../../e2e/support/session'

// Menu, palette and toasts, as the browser lays them over the page.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const button = (page: Page) => page.getByRole('button', { name: 'Profile menu' })
const menu = (page: Page) => page.getByRole('menu', { name: 'Profile menu' })
test('a click into the dashboard closes the menu, which fits its window', async ({ page }) => {
  await openSignedIn(page, '/dashboard/main')
  const charts = await dashboardFrame(page)
  await button(page).click()
  await expect(menu(page)).toBeVisible()
  await charts.locator('.key-figure').first().click()
  await expect(menu(page)).toHaveCount(0)

  // A phone held sideways.
  await page.setViewportSize({ width: 640, height: 240 })
  await button(page).click()
  const last = menu(page).getByRole('menuitem', { name: 'Log Out' })
  await last.focus()
  await expect(last).toBeInViewport()
})

test('keys typed before the palette’s code go into the palette, which gives the focus back', async ({
  page,
}) => {
  const palette = page.getByRole('dialog', { name: 'Search' })
  const release = await hold(page, '**/assets/PaletteSearch-*.js')
  await openSignedIn(page, '/dashboard/profile')
  const name = page.getByLabel('Full Name')
  await name.focus()
  const before = await name.inputValue()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pric')
  await expect(palette.getByRole('textbox', { name: 'Search' })).toHaveValue('pric')
  release()
  await expect(palette.getByRole('option').first()).toHaveText('Pricing')
  await page.keyboard.type('ing')
  await expect(palette.getByRole('combobox', { name: 'Search' })).toHaveValue('pricing')
  await expect(name).toHaveValue(before)
  await page.mouse.click(20, 500)
  await expect(palette).toBeHidden()
  await expect(name).toBeFocused()
})

test('a toast stands in the top bar, beside the button of the theme, and goes when it is dragged by 80 percent', async ({
  page,
}) => {
  // The link is for people who are signed out.
  await openSignedIn(page, '/reset-password/a-token')
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText('Log out first')
  // It stays while the pointer is over it.
  await toast.hover()
  await expect(toast).toHaveAttribute('data-mounted', 'true')
  await toast.evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)))
  await axeInBothThemes(page)
  const place = await toast.boundingBox()
  const theme = await page.getByRole('button', { name: /^Switch to/ }).boundingBox()
  if (!place || !theme) throw new Error('They have no place on the page.')
  expect(place.y).toBe(15)
  expect(place.x + place.width).toBeLessThanOrEqual(theme.x)

  /** Drags by a part of the toast's width: to the right when positive, to the left when negative. */
  const drag = async (part: number) => {
    // Beside the button that closes it.
    const from = part > 0 ? place.x + 12 : place.x + place.width - 60
    const y = place.y + place.height / 2
    await page.mouse.move(from, y)
    await page.mouse.down()
    await page.mouse.move(from + place.width * part, y, { steps: 10 })
    await page.mouse.up()
  }
  await drag(0.7)
  await expect.poll(() => toast.boundingBox()).toEqual(place)
  await expect(toast).toHaveAttribute('data-removed', 'false')
  await drag(-0.85)
  // At once, not at the end of its time, which stands still under the pointer.
  await expect(toast).toHaveCount(0, { timeout: 3_000 })
})
