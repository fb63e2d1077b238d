import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { invite, newAddress, signOut } from './support/newcomer'

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
