import { expect } from '@playwright/test'
import { axeInBothThemes } from './support/axe'
import { test } from './support/fixtures'
import { mailedPath } from './support/mailbox'
import { openInNewOrganisation } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a dashboard comes by mail as often as asked for, until the mail’s link stops it', async ({
  page,
}) => {
  const { email } = await openInNewOrganisation(page, '/dashboard/profile')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible()
  await page.goto(await mailedPath(page, email))
  await page.getByRole('button', { name: 'Yes, confirm my address' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()

  await page.goto('/dashboard/main')
  await page.getByRole('button', { name: 'Email me this' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Day' }).check()
  await expect(dialog.getByText('Revenue by channel', { exact: true })).toBeVisible()
  await axeInBothThemes(page)
  await dialog.getByRole('button', { name: 'Email me every day' }).click()
  await expect(page.getByText(/^First email: /)).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Emailed every day' }).click()
  await dialog.getByRole('button', { name: 'Send one now' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: email })).toBeVisible()
  let path = ''
  await expect(async () => {
    path = await mailedPath(page, email, '/stop-report/')
  }).toPass({ timeout: 15_000 })
  await page.goto(path)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { name: 'These emails have ended' })).toBeVisible()
  await page.goto('/dashboard/main')
  await expect(page.getByRole('button', { name: 'Email me this' })).toBeVisible()
})
