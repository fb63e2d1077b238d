import { expect } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { mailedPath } from './support/mailbox'
import { invite, newAddress, password, register, signOut } from './support/newcomer'
import { openSignedIn, submitSignIn } from './support/session'

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
    await expect(field).toHaveValue('member@acme.test, nonsense')
    await field.fill('')
  })

  const path = await mailedPath(page, email)
  await signOut(page)

  await test.step('the link leads to registration into the organisation', async () => {
    await page.goto(path)
    await expect(page).toHaveURL('/register?organization=Acme+Analytics')
    const organisation = page.getByRole('textbox', { name: 'Organisation' })
    await expect(organisation).toHaveValue('Acme Analytics')
    await expect(organisation).not.toBeEditable()
    // Also after a reload: the address isn't in the address bar.
    await page.reload()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByText(`Your invitation is for ${email}.`)).toBeVisible()
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

test('a link that was withdrawn says so for as long as its page is open', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/)
  const notice = page.getByRole('heading', { name: 'This invitation link no longer works' })
  await page.goto('/invite/a-token')
  await expect(page.getByText('Error processing the invitation.')).toBeVisible()
  await expect(notice).toBeVisible()
  await axeInBothThemes(page)
  await page.reload()
  await expect(notice).toBeVisible()
  await page.getByRole('link', { name: 'open your account' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(notice).toBeVisible()
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(notice).toHaveCount(0)
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

test('the mailbox has the theme of the app, and follows it from another tab', async ({
  page,
  context,
}) => {
  await openSignedIn(page, 'admin', '/dashboard/profile')
  const mailbox = await context.newPage()
  await mailbox.goto('/dev/mailbox/')
  const mail = mailbox.frameLocator('iframe').locator('html')
  await expect(mail).toHaveCSS('color-scheme', 'light')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(mailbox.locator('html')).toContainClass('dark')
  await expect(mail).toHaveCSS('color-scheme', 'dark')
  await mailbox.reload()
  await expect(mailbox.locator('html')).toContainClass('dark')
})
