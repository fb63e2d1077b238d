import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

// Where every address leads: `tests/screens/routing.test.tsx`. Here the server answers first.
test('every address leads to its page, with and without a trailing slash', async ({ page }) => {
  for (const [asked, shown] of [
    ['/', '/signin'],
    ['/signin/', /\/signin\/?$/],
    ['/dashboard/main/', /\/signin\?redirect=%2Fdashboard%2Fmain/],
    ['/organisation/acme-analytics', '/orginisation/acme-analytics'],
  ] as const) {
    await page.goto(asked)
    await expect(page, asked).toHaveURL(shown)
  }
  await openSignedIn(page, 'admin', '/signin')
  await expect(page).toHaveURL('/dashboard/default')
  await page.goto('/dashboard/main/')
  await expect(page.getByRole('heading', { name: 'Acme Analytics Overview' })).toBeVisible()
})
