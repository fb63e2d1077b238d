import { expect } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { expectSignedOut, openSignedIn } from './support/session'

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)
  const other = await context.newPage()
  await other.goto('/dashboard/profile')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Profile Settings')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expectSignedOut(page)
  await expectSignedOut(other)
  await expect(other).toHaveURL('/signin?redirect=%2Fdashboard%2Fprofile')
})
