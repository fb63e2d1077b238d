import { expect } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

test('admin pages show members the main dashboard, without fetching admin data', async ({
  page,
}) => {
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Their own reports are asked for late, if at all.
    if (pathname.startsWith('/api/') && pathname !== '/api/reports/') calls.add(pathname)
  })
  await openSignedIn(page, 'member')
  // What they show is asked for before their code has come. All others: `tests/screens/routing.test.tsx`.
  for (const name of ['pricing', 'subscription', 'invite-team']) {
    await page.goto(`/dashboard/${name}`)
    await expect(page.getByRole('heading', { name: 'Acme Analytics Overview' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  }
  await dashboardFrame(page)
  expect([...calls].sort()).toEqual(['/api/login/', '/api/profile/'])
})
