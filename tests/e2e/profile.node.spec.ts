import { expect } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the profile is accessible in every state', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 4\d\d|Error updating profile|Failed to fetch profile data/)
  await openSignedIn(page, 'admin')
  const profile = '**/api/profile/'
  await page.route(profile, () => {})
  await page.goto('/dashboard/profile')
  await expect(page.getByText('Loading your profile…')).toBeAttached()
  await axeInBothThemes(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.route(profile, (route) => route.fulfill({ status: 403, json: {} }))
  await page.reload()
  await expect(page.getByText('No profile data available.')).toBeVisible()
  await axeInBothThemes(page)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByLabel('Contact Number').pressSequentially('x')
  await expect(page.getByText('Digits only: “x” was left out.')).toBeVisible()
  await page.getByLabel('Full Name').clear()
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Please enter your full name.')).toBeVisible()
  await axeInBothThemes(page)
  await page.getByLabel('Full Name').fill('Priya Sharma')
  await page.getByLabel('Email').fill('member@acme.test')
  const form = page.getByRole('form', { name: 'Update Profile' })
  await form.getByRole('textbox', { name: 'Current password' }).fill('orglens-demo')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Error updating profile.')).toBeVisible()
  await axeInBothThemes(page)
})
