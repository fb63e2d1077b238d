import { expect } from '@playwright/test'
import { calls } from '../../contract/calls'
import { axe, axeOfColours } from './support/axe'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { dashboardFrame, sampleAddress } from './support/dashboard'
import { test } from './support/fixtures'
import { openSignedIn, submitSignIn } from './support/session'

// A colour caught half-way through a transition has a contrast that nobody reads at.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('sign-in and registration are accessible in both themes', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401/)
  await page.goto('/signin')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await axeInBothThemes(page)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
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

test('the main dashboard is accessible in both themes', async ({ page }) => {
  await openSignedIn(page, 'admin', '/dashboard/main')
  const charts = await dashboardFrame(page)
  await axe(page)
  // Its frame follows the button, not the class.
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(charts.locator('html')).toContainClass('dark')
  await axeOfColours(page)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(charts.locator('html')).not.toContainClass('dark')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await axeOfColours(page)
})

test('drawer, toasts, error screen and the sample page are accessible in both themes', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/)
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, 'admin', '/dashboard/profile')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await axeInBothThemes(page)
  await page.goto('/reset-password/a-token')
  // It stays while the pointer is over it.
  await page.getByText('You are signed in. Log out first').hover()
  await axeInBothThemes(page)
  await page.route(`**${calls.setRole.path}`, (route) => route.abort())
  await page.goto('/dashboard/invite-team')
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Make/ }).click()
  await page.getByText('Check the list before you try again.').hover()
  await axeInBothThemes(page)
  await page.goto('/dashboard/no/such')
  await expect(page.getByText('404 Not Found')).toBeVisible()
  await axeInBothThemes(page)
  await page.goto(await sampleAddress(page))
  await expect(page.locator('canvas').first()).toBeVisible()
  await axe(page)
  await page.evaluate(() => {
    location.hash = 'theme=night'
  })
  await expect(page.locator('html')).toContainClass('dark')
  await axeOfColours(page)
})
