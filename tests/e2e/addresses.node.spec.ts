import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { expectSignedOut, openSignedIn, submitSignIn } from './support/session'

test('an address that was asked for signed out is reopened after sign-in', async ({ page }) => {
  await page.goto('/dashboard/profile?from=mail')
  await expectSignedOut(page)
  await submitSignIn(page, 'admin@acme.test')
  await expect(page).toHaveURL('/dashboard/profile?from=mail')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile Settings')
})

for (const address of ['//evil.test', '/\\evil.test', 'https://evil.test']) {
  test(`sign-in does not lead to ${address}`, async ({ page }) => {
    const visited: string[] = []
    await page.route('**://evil.test/**', async (route) => {
      visited.push(route.request().url())
      await route.fulfill({ body: 'evil' })
    })
    await page.goto(`/signin?redirect=${encodeURIComponent(address)}`)
    await submitSignIn(page, 'member@acme.test')
    await expect(page).toHaveURL('/dashboard/default')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    expect(visited).toEqual([])
  })
}

test('addresses lead where they should, with and without a trailing slash', async ({ page }) => {
  for (const [asked, shown] of [
    ['/', '/signin'],
    ['/signin/', /\/signin\/?$/],
    ['/no/such/page', '/signin'],
    ['/dashboard/main/', /\/signin\?redirect=%2Fdashboard%2Fmain/],
    ['/acme-analytics', '/orginisation/acme-analytics'],
    ['/organisation/acme-analytics', '/orginisation/acme-analytics'],
  ] as const) {
    await page.goto(asked)
    await expect(page, asked).toHaveURL(shown)
  }
  await openSignedIn(page, 'admin', '/')
  await expect(page).toHaveURL('/dashboard/default')
  await page.goto('/signin')
  await expect(page).toHaveURL('/dashboard/default')
  await page.goto('/dashboard/main/')
  await expect(page.getByRole('heading', { name: 'Acme Analytics Overview' })).toBeVisible()
  await page.goto('/dashboard/nowhere/at/all')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText('404 Not Found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/default')
})
