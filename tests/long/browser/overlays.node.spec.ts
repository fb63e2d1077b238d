import { expect, type Locator, type Page } from '@playwright/test'
import { axeInBothThemes } from '../../e2e/support/axe'
import { dashboardFrame } from '../../e2e/support/dashboard'
import { test } from '../../e2e/support/fixtures'
import { hold } from '../../e2e/support/scripts'
import { openSignedIn } from '../../e2e/support/session'

// Menu, palette and toasts, as the browser lays them over the page.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const button = (page: Page) => page.getByRole('button', { name: 'Profile menu' })
const menu = (page: Page) => page.getByRole('menu', { name: 'Profile menu' })
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} has no place on the page`)
  return box
}

test('a menu that is asked for before its code opens once that is there, unless called off', async ({
  page,
}) => {
  const code = '**/assets/ProfileMenuContent-*.js'
  await openSignedIn(page)
  for (const way of ['ArrowDown', 'twice']) {
    const release = await hold(page, code)
    await page.goto('/dashboard/profile')
    await expect(page.getByRole('form', { name: 'Update Profile' })).toBeVisible()
    await button(page).focus()
    await page.keyboard.press(way === 'twice' ? 'Enter' : way)
    await expect(button(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(menu(page)).toHaveCount(0)
    if (way === 'twice') await button(page).click()
    const arrived = page.waitForResponse(/ProfileMenuContent/)
    release()
    await arrived
    if (way === 'twice') {
      await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
      await expect(menu(page)).toHaveCount(0)
    } else {
      await expect(item(page, 'Profile Settings')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu(page)).toHaveCount(0)
      await expect(button(page)).toBeFocused()
    }
    await page.unroute(code)
  }
})

test('a click into the dashboard closes the menu, which fits its window', async ({ page }) => {
  await openSignedIn(page, '/dashboard/main')
  const charts = await dashboardFrame(page)
  await button(page).click()
  await expect(menu(page)).toBeVisible()
  await charts.locator('.key-figure').first().click()
  await expect(menu(page)).toHaveCount(0)
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.locator('main iframe')).toBeFocused()

  // A phone held sideways.
  await page.setViewportSize({ width: 640, height: 240 })
  await button(page).click()
  await expect(item(page, 'Log Out')).toBeAttached()
  const [opener, place] = [await boxOf(button(page)), await boxOf(menu(page))]
  expect(place.x + place.width).toBeCloseTo(opener.x + opener.width, 0)
  expect(place.y + place.height).toBeLessThanOrEqual(240)
  // What doesn't fit is scrolled to.
  await item(page, 'Log Out').focus()
  await expect(item(page, 'Log Out')).toBeInViewport()
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
/** It goes a task after the dialog is hidden, and only then do the keys open the palette again. */
const field = (page: Page) => page.getByRole('combobox', { name: 'Search', includeHidden: true })

test('keys typed before the palette’s code go into the palette, which gives the focus back, also over a menu', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/PaletteSearch-|A part of the app could not be loaded/)
  const code = '**/assets/PaletteSearch-*.js'
  await page.route(code, (route) => route.abort())
  await openSignedIn(page, '/dashboard/profile')
  const name = page.getByLabel('Full Name')
  await name.focus()
  const before = await name.inputValue()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pric')
  await expect(palette(page).getByRole('textbox', { name: 'Search' })).toHaveValue('pric')
  await expect(palette(page).getByRole('alert')).toHaveText('The search could not be loaded.')
  await page.unroute(code)
  const release = await hold(page, code)
  await palette(page).getByRole('button', { name: 'Try again' }).click()
  await expect(palette(page).getByText('Loading...')).toBeVisible()
  release()
  // The plans, whose prices come late, may follow.
  await expect(palette(page).getByRole('option').first()).toHaveText('Pricing')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('ing')
  await expect(field(page)).toHaveValue('pricing')
  await expect(name).toHaveValue(before)
  await page.mouse.click(20, 500)
  await expect(palette(page)).toBeHidden()
  await expect(name).toBeFocused()

  await button(page).click()
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(menu(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(button(page)).toBeFocused()
})

test('a toast stands in the top bar, covers no button or menu, stays under the pointer, and goes when it is dragged by 80 percent', async ({
  page,
}) => {
  await page.clock.install()
  // The link is for people who are signed out.
  await openSignedIn(page, '/reset-password/a-token')
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText('Log out first')
  await expect(toast).toHaveAttribute('data-mounted', 'true')
  await toast.evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)))
  const place = await boxOf(toast)
  const theme = await boxOf(page.getByRole('button', { name: /^Switch to/ }))
  expect(place.y).toBe(15)
  expect(place.x + place.width).toBeLessThanOrEqual(theme.x)
  // It stays as long as this takes.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
  await button(page).click()
  await expect(menu(page)).toBeVisible()
  const covered = await menu(page).evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.3, 0.5, 0.7, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)]),
    )
    return points.filter(([x = 0, y = 0]) => !element.contains(document.elementFromPoint(x, y)))
  })
  expect(covered).toEqual([])
  await page.keyboard.press('Escape')
  await page.clock.resume()

  await toast.hover()
  await expect(page.locator('[data-sonner-toaster] [data-expanded="true"]')).toHaveCount(1)
  await axeInBothThemes(page)
  await page.clock.runFor(60_000)
  await expect(toast).toHaveAttribute('data-removed', 'false')

  /** Drags by a part of the toast's width: to the right when positive, to the left when negative. */
  async function drag(part: number, steps: number): Promise<void> {
    // Beside the button that closes it.
    const from = part > 0 ? place.x + 12 : place.x + place.width - 60
    const y = place.y + place.height / 2
    await page.mouse.move(from, y)
    await page.mouse.down()
    await page.mouse.move(from + place.width * part, y, { steps })
    await page.mouse.up()
  }
  await drag(0.7, 10)
  await expect.poll(() => toast.boundingBox()).toEqual(place)
  // A flick.
  await drag(-0.3, 1)
  await expect.poll(() => toast.boundingBox()).toEqual(place)
  await expect(toast).toHaveAttribute('data-removed', 'false')
  await drag(-0.85, 10)
  // At once, not at the end of its time, which stands still under the pointer.
  await expect(toast).toHaveCount(0, { timeout: 3_000 })
})
