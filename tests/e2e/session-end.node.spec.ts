import { expect, type Page } from '@playwright/test'
import { demoAdmin } from '../../server/demo/demo'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { mailedPath } from './support/mailbox'
import { invite, newAddress, password, register, signOut } from './support/newcomer'
import {
  expectSignedOut,
  openSignedIn,
  openSignIn,
  signInUnseen,
  submitSignIn,
} from './support/session'

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
}

test('logging out without a network ends at the sign-in, with no trace of the session', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|Logout failed/)
  // The page to go back to is one of the app's.
  await openSignIn(page)
  await signInUnseen(page, 'admin')
  await page.goto('/dashboard/main')
  await expect(page.getByRole('heading', { name: 'Acme Analytics Overview' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await logOut(page)
  await expect(page).toHaveURL('/signin')
  await expectSignedOut(page)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Acme')).toHaveCount(0)

  await test.step('and one can sign in when there is a network again', async () => {
    await context.setOffline(false)
    await page.goto('/signin')
    await submitSignIn(page, demoAdmin.email)
    await expect(page).toHaveURL('/dashboard/default')
  })
})

test('an invited person joins; once removed, they read so in every tab, for as long as the sign-in is open', async ({
  page,
  context,
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|Token refresh failed|Failed to fetch profile data/)
  const email = newAddress('leila')
  await invite(page, email)
  const link = await mailedPath(page, email)
  await signOut(page)
  await page.goto(link)
  await expect(page).toHaveURL('/register?organization=Acme+Analytics')
  // Also after a reload: the address isn't in the address bar.
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const signingUp = page.waitForRequest('**/api/signup/')
  await register(page, 'Leila Haddad', email)
  // The proof that it was this browser that opened the link.
  expect(`/invite/${(await signingUp).headers()['x-invitation-token']}`).toBe(link)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await submitSignIn(page, email, password)
  await expect(page.getByRole('heading', { name: 'Acme Analytics Overview' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard/profile')
  await expect(other.getByRole('form', { name: 'Update Profile' })).toBeVisible()

  const admin = await browser.newPage()
  await openSignedIn(admin, 'admin', '/dashboard/invite-team')
  await admin.getByRole('button', { name: 'Actions for Leila Haddad' }).click()
  await admin.getByRole('menuitem', { name: /^Remove from/ }).click()
  await admin.getByRole('button', { name: 'Remove member' }).click()
  await expect(admin.getByText('Leila Haddad was removed.')).toBeVisible()
  await admin.close()

  await page.getByRole('link', { name: 'Profile' }).first().click()
  await page.reload()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(tab.getByRole('alert')).toContainText(
      'You were removed from Acme Analytics, and your account was deleted.',
    )
  }
  await axeInBothThemes(page)
})
