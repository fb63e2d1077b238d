import { expect } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { expectSignedOut, openSignedIn, openSignIn, storedSession } from './support/session'

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

test('logging out ends the session on the server', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401/)
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)
  const { accessToken, refreshToken } = await storedSession(page)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expectSignedOut(page)
  await openSignIn(page)
  const statuses = await page.evaluate(
    async ([bearer, refresh]) => {
      const profile = await fetch('/api/profile/', {
        headers: { authorization: `Bearer ${bearer}` },
      })
      const refreshing = await fetch('/api/token/refresh/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh }),
      })
      return [profile.status, refreshing.status]
    },
    [accessToken, refreshToken],
  )
  expect(statuses).toEqual([401, 401])
})
