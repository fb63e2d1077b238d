import { expect } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { invite, newAddress, signOut } from './support/newcomer'
import { openSignedIn } from './support/session'

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
