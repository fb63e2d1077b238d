import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { mailedPath } from './support/mailbox'
import { invite, newAddress, register, signOut } from './support/newcomer'
import { submitSignIn } from './support/session'

test('an invitation’s link works once', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 422/)
  const email = newAddress('once')
  await invite(page, email)
  const path = await mailedPath(page, email)
  await signOut(page)
  await page.goto(path)
  await register(page, 'First One', email)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  await page.goto(path)
  await expect(page.getByText('Error processing the invitation.')).toBeVisible()
  await expect(page).toHaveURL('/register')
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveValue('')
})

test('an invitation’s link asks a signed-in user to log out first', async ({ page }) => {
  const email = newAddress('busy')
  await invite(page, email)
  await page.goto(await mailedPath(page, email))
  await expect(page.getByText('Log out first to use this link.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/default')
})

test('a user signs in by way of their organisation', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401/)
  await page.goto('/signin')
  await page.getByRole('link', { name: 'I know my organization' }).click()
  await page.getByRole('textbox', { name: 'Slug' }).fill('no-such-organisation')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('This organization does not exist')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue('no-such-organisation')

  await page
    .getByRole('textbox', { name: 'Slug' })
    .fill('https://app.example.com/orginisation/Acme-Analytics')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(
    page.getByText('Organization exists. Please enter your login details.'),
  ).toBeVisible()
  await expect(page).toHaveURL('/orginisation/acme-analytics')

  await submitSignIn(page, 'member@acme.test', 'wrong')
  await expect(page.getByText('Login failed. Please check your credentials.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('member@acme.test')
  await submitSignIn(page, 'member@acme.test')
  await expect(page).toHaveURL('/dashboard/default')
  await expect(page.getByRole('heading', { name: 'Acme Analytics Overview' })).toBeVisible()
})

test("the profile's copied link checks the organisation at once", async ({ page }) => {
  for (const path of [
    '/orginisation/acme-analytics',
    '/acme-analytics',
    '/organization/acme-analytics/',
  ]) {
    await page.goto(path)
    await expect(
      page.getByText('Organization exists. Please enter your login details.'),
    ).toBeVisible()
    await expect(page).toHaveURL('/orginisation/acme-analytics')
  }
})
