import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { password } from './support/newcomer'
import { openInNewOrganisation } from './support/organisation'
import { openSignIn, submitSignIn } from './support/session'

test('a changed password ends the other browser, and this one goes on', async ({
  page,
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|Token refresh failed|Failed to fetch profile data/)
  const { email } = await openInNewOrganisation(page, '/dashboard/profile')
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await openSignIn(other)
  await submitSignIn(other, email, password)
  await expect(other).toHaveURL(/\/dashboard\//)

  await page.reload()
  const sessions = page.getByRole('table', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('button', { name: /^Sign out/ })).not.toHaveCount(0)
  const form = page.getByRole('form', { name: 'Password' })
  await form.getByLabel('Current password').fill(password)
  await form.getByLabel('New password', { exact: true }).fill('another password of mine')
  await form.getByLabel('Confirm new password').fill('another password of mine')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(
    page.getByText('Password changed. You are signed out everywhere else.'),
  ).toBeVisible()
  await expect(sessions.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)

  await other.goto('/dashboard/main')
  await expect(other).toHaveURL(/\/signin/)
  await submitSignIn(other, email, password)
  await expect(other.getByRole('alert')).toHaveText('Entered password is incorrect.')
  await submitSignIn(other, email, 'another password of mine')
  await expect(other).toHaveURL(/\/dashboard\//)
  await elsewhere.close()

  await page.reload()
  await expect(sessions.getByRole('row')).toHaveCount(3)
})
