import { expect, type Page } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { hold } from './support/scripts'
import { openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const button = (page: Page) => page.getByRole('button', { name: 'Profile menu' })
const menu = (page: Page) => page.getByRole('menu', { name: 'Profile menu' })
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name })

const holdMenu = (page: Page) => hold(page, '**/assets/ProfileMenuContent-*.js')

test.describe('before its code has loaded', () => {
  test('click, Enter and arrow open the menu as soon as it loads, and the button stays the same element', async ({
    page,
  }) => {
    await openSignedIn(page, 'admin')
    for (const way of ['click', 'Enter', 'ArrowDown']) {
      const release = await holdMenu(page)
      await page.goto('/dashboard/profile')
      await expect(page.getByRole('form', { name: 'Update Profile' })).toBeVisible()
      const before = await button(page).elementHandle()
      await button(page).focus()
      if (way === 'click') await button(page).click()
      else await page.keyboard.press(way)
      await expect(button(page)).toHaveAttribute('aria-expanded', 'true')
      await expect(menu(page)).toHaveCount(0)
      release()
      await expect(menu(page)).toBeVisible()
      if (way !== 'click') await expect(item(page, 'Profile Settings')).toBeFocused()
      const isSame = await button(page).evaluate((now, then) => now === then, before)
      expect(isSame).toBe(true)
      await page.keyboard.press('Escape')
      await expect(menu(page)).toHaveCount(0)
      await expect(button(page)).toBeFocused()
      await page.unroute('**/assets/ProfileMenuContent-*.js')
    }
  })

  test('a second click cancels the first', async ({ page }) => {
    const release = await holdMenu(page)
    await openSignedIn(page, 'admin', '/dashboard/main')
    await button(page).click()
    await button(page).click()
    const arrived = page.waitForResponse(/ProfileMenuContent/)
    release()
    await arrived
    await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(menu(page)).toHaveCount(0)
    await button(page).click()
    await expect(menu(page)).toBeVisible()
  })
})

test('its button, a click outside or into the dashboard, Tab, and choosing close the menu', async ({
  page,
}) => {
  await openSignedIn(page, 'admin', '/dashboard/main')
  const charts = await dashboardFrame(page)
  await button(page).click()
  await expect(menu(page)).toBeVisible()
  await button(page).click()
  await expect(menu(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()

  await button(page).click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu(page)).toHaveCount(0)

  await button(page).click()
  await expect(menu(page)).toBeVisible()
  await charts.getByRole('heading', { level: 1 }).click()
  await expect(menu(page)).toHaveCount(0)
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.locator('main iframe')).toBeFocused()

  await button(page).click()
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(menu(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeFocused()

  await button(page).click()
  await item(page, 'Profile Settings').click()
  await expect(menu(page)).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await test.step('it opens below its button’s end, within the window, and never enlarges it', async () => {
    for (const size of [
      { width: 390, height: 844 },
      { width: 820, height: 1180 },
      { width: 1440, height: 900 },
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
      expect(place.y).toBeCloseTo(opener.y + opener.height + 8, 0)
      expect(place.y + place.height).toBeLessThanOrEqual(size.height)
      // What doesn't fit is scrolled to.
      await item(page, 'Log Out').focus()
      await expect(item(page, 'Log Out')).toBeInViewport()
      await page.keyboard.press('Escape')
    }
  })
})

test('a menu that was opened while a page loads stays open when the page comes', async ({
  page,
}) => {
  const release = await hold(page, '**/assets/invite-team-*.js')
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)
  await page.getByRole('link', { name: 'Invite Team' }).click()
  await button(page).click()
  await expect(menu(page)).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Invite your team' })).toBeVisible()
  await item(page, 'Profile Settings').click()
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
