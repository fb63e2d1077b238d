import { expect } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { tabTo } from './support/keyboard'
import { expectSignedOut, openSignedIn } from './support/session'

test('theme, profile menu and log-out work with the keyboard alone', async ({ page }) => {
  const { keyboard } = page
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)

  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Switch to dark theme' }))
  await keyboard.press('Enter')
  await expect(page.locator('html')).toContainClass('dark')
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeFocused()

  const button = page.getByRole('button', { name: 'Profile menu' })
  await tabTo(page, button)
  await keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('menu')).toBeVisible()
  const item = (name: string) => page.getByRole('menuitem', { name })
  await expect(item('Profile Settings')).toBeFocused()
  await keyboard.press('i')
  await expect(item('Invite Team')).toBeFocused()
  // Each key by itself: the menu moves the focus in a task of its own after it.
  await keyboard.press('ArrowDown')
  await expect(item('Log Out')).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(item('Profile Settings')).toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await expect(item('Profile Settings')).toBeFocused()
  await keyboard.press('End')
  await expect(item('Log Out')).toBeFocused()
  await keyboard.press('Enter')
  await expectSignedOut(page)
})

test('the drawer of narrow screens traps the focus and returns it', async ({ page }) => {
  const { keyboard } = page
  await page.setViewportSize({ width: 820, height: 900 })
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)
  const button = page.getByRole('button', { name: 'Open menu' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })

  await expect(drawer).toBeHidden()
  await tabTo(page, button)
  await keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  // Twice around: whatever is focused is in the drawer, or it is the browser itself.
  for (let presses = 0; presses < 16; presses++) {
    await keyboard.press('Tab')
    const outside = await drawer.evaluate((element) => {
      const { activeElement } = document
      return activeElement !== document.body && !element.contains(activeElement)
    })
    expect(outside).toBe(false)
  }
  await keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(button).toBeFocused()

  await keyboard.press('Enter')
  await tabTo(page, drawer.getByRole('link', { name: 'Profile', exact: true }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
