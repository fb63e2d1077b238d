import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures'
import { mailedPath } from './support/mailbox'
import { openSignedIn, submitSignIn } from './support/session'

const password = 'a-password-of-mine'

/** Unlike every other test's, so that they can run side by side. */
function newAddress(name: string): string {
  return `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@invited.test`
}

async function invite(page: Page, addresses: string): Promise<void> {
  await openSignedIn(page, 'admin', '/dashboard/invite-team')
  await page.getByLabel('Enter Email(s) (comma separated)').fill(addresses)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'sent.' })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of ['accessToken', 'refreshToken', 'isOrganizationAdmin']) {
      localStorage.removeItem(key)
    }
  })
}

async function register(page: Page, fullName: string, email: string): Promise<void> {
  await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
}

test('an invited person follows the link in the mail and joins as a member', async ({ page }) => {
  const email = newAddress('ravi')
  await test.step('an admin invites', async () => {
    await openSignedIn(page, 'admin', '/dashboard/invite-team')
    const field = page.getByLabel('Enter Email(s) (comma separated)')
    await field.fill(`${email}, ${email.toUpperCase()}, member@acme.test, nonsense`)
    const preview = page.getByRole('region', { name: 'Emails to be sent' })
    await expect(preview.getByRole('listitem')).toHaveCount(3)
    await expect(preview).toContainText('(may not be valid)')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(
      page.getByText(
        '1 invitation sent. Excluded: member@acme.test (already a member), nonsense (not a valid address).',
      ),
    ).toBeVisible()
    await expect(field).toHaveValue('')
  })

  const path = await mailedPath(page, email)
  await signOut(page)

  await test.step('the link leads to registration into the organisation', async () => {
    await page.goto(path)
    await expect(page).toHaveURL('/register?organization=Acme+Analytics')
    const organisation = page.getByRole('textbox', { name: 'Organisation' })
    await expect(organisation).toHaveValue('Acme Analytics')
    await expect(organisation).not.toBeEditable()
    const signingUp = page.waitForRequest('**/api/signup/')
    await register(page, 'Ravi Kumar', email)
    // The proof that it was this browser that opened the link.
    expect(`/invite/${(await signingUp).headers()['x-invitation-token']}`).toBe(path)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('the member sees the dashboard and nothing of the admins’', async () => {
    await submitSignIn(page, email, password)
    await expect(page.getByRole('heading', { name: 'Acme Analytics Overview' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Invite Team' })).toHaveCount(0)
  })
})

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

test('an invitation’s link asks somebody who is signed in to log out first', async ({ page }) => {
  const email = newAddress('busy')
  await invite(page, email)
  await page.goto(await mailedPath(page, email))
  await expect(page.getByText('Log out first to use this link.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/default')
})

test('a forgotten password is set anew by the link in the mail', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of (401|422)/)
  const email = newAddress('forgetful')
  await page.goto('/register')
  await page.getByRole('textbox', { name: 'Organisation' }).fill(`Forgetful ${email}`)
  await register(page, 'Fay Getful', email)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Please enter your email.')).toBeVisible()
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset email sent successfully!')).toBeVisible()

  const path = await mailedPath(page, email)
  await page.goto(path)
  await page.getByLabel('New password').fill('quite-another-one')
  await page.getByLabel('Confirm password').fill('something else')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await page.getByLabel('Confirm password').fill('quite-another-one')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset successful!')).toBeVisible()
  await expect(page).toHaveURL('/signin')

  await submitSignIn(page, email, password)
  await expect(page.getByText('Entered password is incorrect.')).toBeVisible()
  await submitSignIn(page, email, 'quite-another-one')
  await expect(page).toHaveURL('/dashboard/default')

  await signOut(page)
  await page.goto(path)
  await page.getByLabel('New password').fill('a-third-password')
  await page.getByLabel('Confirm password').fill('a-third-password')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const refusal = page.getByRole('main').getByRole('alert')
  await expect(refusal).toContainText('Failed to reset password. Please try again.')
  await expect(refusal).toContainText('This link was used or has expired.')
  await expect(page.getByLabel('New password')).toHaveValue('a-third-password')
})

test('whoever knows the organisation signs in by way of it', async ({ page, browserErrors }) => {
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

test('the link that profiles copy checks the organisation at once', async ({ page }) => {
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

test('the mailbox shows what was sent, and its links lead into the app', async ({
  page,
  context,
  browserErrors,
}) => {
  // The mail's frame runs no scripts, those of the test driver included.
  browserErrors.allow(/Blocked script execution/)
  const email = newAddress('reader')
  await invite(page, email)
  await page.goto('/dev/mailbox')
  await page.getByRole('button', { name: email }).click()
  const mail = page.frameLocator('iframe')
  await expect(mail.getByRole('heading', { name: 'Join Acme Analytics on Orglens' })).toBeVisible()
  await signOut(page)
  const opened = context.waitForEvent('page')
  await mail.getByRole('link', { name: 'Accept the invitation' }).click()
  expect(new URL((await opened).url()).pathname).toMatch(/^\/(invite\/|register|$)/)
})
