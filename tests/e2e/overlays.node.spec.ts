import { expect, type Locator, type Page } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { hold } from './support/scripts'
import { openSignedIn } from './support/session'

// Menu, palette and toasts, as the browser lays them over the page.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const button = (page: Page) => page.getByRole('button', { name: 'Profile menu' })
const menu = (page: Page) => page.getByRole('menu', { name: 'Profile menu' })
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name })

test('a menu that is asked for before its code opens once that is there, unless called off', async ({
  page,
}) => {
  const code = '**/assets/ProfileMenuContent-*.js'
  await openSignedIn(page, 'admin')
  for (const way of ['click', 'ArrowDown', 'twice']) {
    const release = await hold(page, code)
    await page.goto('/dashboard/profile')
    await expect(page.getByRole('form', { name: 'Update Profile' })).toBeVisible()
    await button(page).focus()
    if (way === 'ArrowDown') await page.keyboard.press(way)
    else await button(page).click()
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
      await expect(menu(page)).toBeVisible()
      if (way === 'ArrowDown') await expect(item(page, 'Profile Settings')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu(page)).toHaveCount(0)
      await expect(button(page)).toBeFocused()
    }
    await page.unroute(code)
  }
})

test('a click into the dashboard closes the menu, which fits its window', async ({ page }) => {
  await openSignedIn(page, 'admin', '/dashboard/main')
  const charts = await dashboardFrame(page)
  await button(page).click()
  await expect(menu(page)).toBeVisible()
  await charts.locator('.key-figure').first().click()
  await expect(menu(page)).toHaveCount(0)
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.locator('main iframe')).toBeFocused()

  for (const size of [
    { width: 390, height: 844 },
    // A phone held sideways.
    { width: 640, height: 240 },
  ]) {
    await page.setViewportSize(size)
    await button(page).click()
    await expect(item(page, 'Log Out')).toBeAttached()
    const opener = await button(page).boundingBox()
    const place = await menu(page).boundingBox()
    if (!opener || !place) throw new Error('the menu has no place on the page')
    expect(place.x + place.width).toBeCloseTo(opener.x + opener.width, 0)
    expect(place.y + place.height).toBeLessThanOrEqual(size.height)
    // What doesn't fit is scrolled to.
    await item(page, 'Log Out').focus()
    await expect(item(page, 'Log Out')).toBeInViewport()
    await page.keyboard.press('Escape')
  }
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
  const release = await hold(page, code)
  await openSignedIn(page, 'admin', '/dashboard/profile')
  const name = page.getByLabel('Full Name')
  await name.focus()
  const before = await name.inputValue()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pric')
  await expect(palette(page).getByRole('textbox', { name: 'Search' })).toHaveValue('pric')
  await expect(palette(page).getByText('Loading...')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(name).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('pric')
  release()
  // The plans, whose prices come late, may follow.
  await expect(palette(page).getByRole('option').first()).toHaveText('Pricing')
  await page.keyboard.type('ing')
  await expect(field(page)).toHaveValue('pricing')
  await expect(name).toHaveValue(before)
  await page.mouse.click(20, 600)
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

  await test.step('code that fails to load leaves what was typed, and a retry finds it', async () => {
    await page.unroute(code)
    await page.route(code, (route) => route.abort())
    await page.reload()
    await expect(name).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pric')
    await expect(palette(page).getByRole('alert')).toHaveText('The search could not be loaded.')
    await page.unroute(code)
    await palette(page).getByRole('button', { name: 'Try again' }).click()
    await expect(palette(page).getByRole('option').first()).toHaveText('Pricing')
    await expect(field(page)).toHaveValue('pric')
    await expect(field(page)).toBeFocused()
  })
})

/** Opens a page that shows a toast: the link is for people who are signed out. */
async function openWithToast(page: Page): Promise<Locator> {
  await page.goto('/reset-password/a-token')
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText('Log out first')
  await expect(toast).toHaveAttribute('data-mounted', 'true')
  await toast.evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)))
  return toast
}

/** Drags by a part of the toast's width: to the right when positive, to the left when negative. */
async function drag(page: Page, toast: Locator, part: number, steps: number): Promise<void> {
  const box = await toast.boundingBox()
  if (!box) throw new Error('the toast has no place on the page')
  // Beside the button that closes it.
  const from = part > 0 ? box.x + 12 : box.x + box.width - 60
  const y = box.y + box.height / 2
  await page.mouse.move(from, y)
  await page.mouse.down()
  await page.mouse.move(from + box.width * part, y, { steps })
  await page.mouse.up()
}

test('a toast stands in the top bar, stays under the pointer, and covers no button or menu', async ({
  page,
}) => {
  await openSignedIn(page, 'admin')
  await page.clock.install()
  const toast = await openWithToast(page)
  const place = await toast.boundingBox()
  const theme = await page.getByRole('button', { name: /^Switch to/ }).boundingBox()
  if (!place || !theme) throw new Error('toast or button has no place on the page')
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

  const other = await openWithToast(page)
  await other.hover()
  await expect(page.locator('[data-sonner-toaster] [data-expanded="true"]')).toHaveCount(1)
  await page.clock.runFor(60_000)
  await expect(other).toHaveAttribute('data-removed', 'false')
})

test('a toast dragged by 70 percent of its width, or flicked, springs back; beyond 80 it goes', async ({
  page,
}) => {
  await openSignedIn(page, 'admin')
  const toast = await openWithToast(page)
  const place = await toast.boundingBox()
  for (const [part, steps] of [
    [0.7, 10],
    [-0.3, 1],
  ] as const) {
    await drag(page, toast, part, steps)
    await expect.poll(() => toast.boundingBox(), `after a drag by ${part}`).toEqual(place)
    await expect(toast).toHaveAttribute('data-removed', 'false')
  }
  await drag(page, toast, -0.85, 10)
  // At once, not at the end of its time, which stands still under the pointer.
  await expect(toast).toHaveCount(0, { timeout: 3_000 })
})
