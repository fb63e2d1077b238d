import { expect } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { endFailures, openWithFailures } from './support/faults'
import { test } from './support/fixtures'
import { expectSignedOut, openSignedIn, storedSession, submitSignIn } from './support/session'

test('a wrong password and an unknown address have different texts, and input stays', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of (401|404)/)
  await page.goto('/signin')
  await submitSignIn(page, 'admin@acme.test', 'not-the-password')
  await expect(page.getByRole('alert')).toHaveText('Entered password is incorrect.')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('not-the-password')
  await expect(page.getByLabel('Email')).toHaveValue('admin@acme.test')

  await submitSignIn(page, 'nobody@acme.test')
  await expect(page.getByRole('alert')).toHaveText('User not found with this email.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectSignedOut(page)
})

test('without a network, sign-in and registration say so, and work once it is back', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/Failed to load resource/)
  await openWithFailures(page, '/register', {
    login: 'network',
    signup: 'network',
  })
  await page.getByLabel('Full Name').fill('Mina de Vries')
  await page.getByLabel('Email').fill('mina@offline.test')
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Offline')
  await page.getByLabel('Password', { exact: true }).fill('a-password-of-mine')
  await page.getByLabel('Confirm Password').fill('a-password-of-mine')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Registration failed. Please check your network connection and try again.',
  )

  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await submitSignIn(page, 'admin@acme.test')
  await expect(page.getByRole('alert')).toHaveText(
    'Login failed. Please check your network connection and try again.',
  )
  await endFailures(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard/default')
})

test('an expired access token is refreshed unseen', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401/)
  await openSignedIn(page, 'admin')
  const before = await storedSession(page)
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired.access.token'))
  await page.goto('/dashboard/main')
  await dashboardFrame(page)
  const after = await storedSession(page)
  expect(after.accessToken).not.toBe('expired.access.token')
  expect(after.refreshToken).toBe(before.refreshToken)
})

test('a rejected refresh token ends the session with a message, and sign-in leads back', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|Token refresh failed|Failed to fetch profile data/)
  await openSignedIn(page, 'admin')
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'expired.access.token')
    localStorage.setItem('refreshToken', 'rejected-refresh-token')
  })
  await page.goto('/dashboard/main')
  await expect(page.getByText('Your session has expired. Please sign in again.')).toBeVisible()
  await expectSignedOut(page)
  await submitSignIn(page, 'admin@acme.test')
  await expect(page).toHaveURL('/dashboard/main')
  await dashboardFrame(page)
})

test('a profile that fails to load is reported in the page and can be retried', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 403|Failed to fetch profile data/)
  await openSignedIn(page, 'admin')
  await openWithFailures(page, '/dashboard/main', { getProfile: 403 })
  await expect(page.getByRole('alert')).toContainText('No profile data available.')
  await endFailures(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await dashboardFrame(page)
})

test('a refused registration reports every mistake and keeps the input', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/)
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
  await expect(page.getByText('You must agree to the terms and conditions.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toBeFocused()

  await page.getByLabel('Full Name').fill('Mina de Vries')
  await page.getByLabel('Email').fill('ADMIN@acme.test')
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Another One')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('another')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await expect(page.getByLabel('Confirm Password')).toBeFocused()

  await page.getByLabel('Confirm Password').fill('short')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toHaveText([
    'There is an account with this e-mail address already.',
    'A password needs at least 8 characters.',
  ])
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveValue('Mina de Vries')
  await expect(page.getByLabel('Email')).toHaveValue('ADMIN@acme.test')
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveValue('Another One')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short')
  await expect(page.getByRole('checkbox')).toBeChecked()
})

test('the organisation in the address is filled in and locked', async ({ page }) => {
  await page.goto('/register?organization=2024')
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveValue('2024')
  await expect(page.getByRole('textbox', { name: 'Organisation' })).not.toBeEditable()
})
