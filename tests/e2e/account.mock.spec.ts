import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { test } from './support/fixtures'
import { expectSignedOut } from './support/session'

test('in mock mode a user ends a session, downloads their data, and leaves', async ({ page }) => {
  await page.goto('/dashboard/profile?mock-scenario=member,sessions:12')
  const sessions = page.getByRole('table', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('row')).toHaveCount(13)
  await expect(sessions.getByRole('row').nth(1)).toContainText('This browser')
  await sessions.getByRole('button', { name: 'Sign out Chrome on Android' }).first().click()
  await expect(page.getByText('Chrome on Android is signed out.')).toBeVisible()
  await expect(sessions.getByRole('row')).toHaveCount(12)

  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const saved = await (await file).path()
  expect(JSON.parse(readFileSync(saved, 'utf8'))).toMatchObject({
    account: { email: demoMember.email },
  })
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Leave…' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account was deleted.')).toBeVisible()
  await expectSignedOut(page)
})
