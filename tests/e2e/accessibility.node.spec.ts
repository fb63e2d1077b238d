import { expect } from '@playwright/test'
import { axe } from './support/axe'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { dashboardFrame, sampleAddress } from './support/dashboard'
import { test } from './support/fixtures'
import { openSignedIn, submitSignIn } from './support/session'
import { startInTheme } from './support/theme'
import { axeWithoutProfile } from './support/without-profile'

// A colour caught half-way through a transition has a contrast that nobody reads at.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('sign-in and registration are accessible in both themes', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401/)
  await page.goto('/signin')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await axeInBothThemes(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please enter your email.')).toBeVisible()
  await axeInBothThemes(page)
  await submitSignIn(page, 'admin@acme.test', 'not-the-password')
  await expect(page.getByText('Entered password is incorrect.')).toBeVisible()
  await axeInBothThemes(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await axeInBothThemes(page)
  await page.getByLabel('Password', { exact: true }).fill('a-password')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await axeInBothThemes(page)
})

test('the main dashboard without a profile is accessible in both themes', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 403|Failed to fetch profile data/)
  await openSignedIn(page, 'admin')
  await axeWithoutProfile(page, '/dashboard/main', () =>
    expect(page.getByText('Loading Dashboard...')).toBeVisible(),
  )
})

for (const theme of ['light', 'dark'] as const) {
  test(`the main dashboard is accessible in the ${theme} theme`, async ({ page }) => {
    await startInTheme(page, theme)
    await openSignedIn(page, 'admin', '/dashboard/main')
    await dashboardFrame(page)
    await axe(page)
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await axe(page)
    await page.keyboard.press('Escape')
  })

  test(`menu, toast, error screen and the sample page are accessible in the ${theme} theme`, async ({
    page,
  }) => {
    await startInTheme(page, theme)
    await page.setViewportSize({ width: 390, height: 844 })
    await openSignedIn(page, 'admin', '/dashboard/main')
    await dashboardFrame(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await axe(page)
    await page.goto('/reset-password/a-token')
    // It stays while the pointer is over it.
    await page.getByText('You are signed in. Log out first').hover()
    await axe(page)
    await page.goto('/dashboard/no/such')
    await expect(page.getByText('404 Not Found')).toBeVisible()
    await axe(page)
    const fragment = theme === 'dark' ? 'night' : 'transparent'
    await page.goto(`${await sampleAddress(page)}#theme=${fragment}`)
    await expect(page.locator('canvas').first()).toBeVisible()
    await axe(page)
  })
}
