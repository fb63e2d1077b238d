import { expect, type Page } from '@playwright/test'
import { demoAdmin } from '../../server/demo/demo'
import { test } from './support/fixtures'
import { expectSignedOut, openSignIn, signInUnseen, submitSignIn } from './support/session'

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
