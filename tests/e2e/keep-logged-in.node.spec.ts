import { expect } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { expectSignedOut, submitSignIn } from './support/session'

for (const kept of [true, false]) {
  const outcome = kept ? 'outlives' : 'ends with'
  test(`a session ${outcome} the browser with 'Keep me logged in' ${kept ? '' : 'un'}ticked`, async ({
    page,
    context,
    browser,
    browserErrors,
  }) => {
    await page.goto('/signin')
    await expect(page.getByRole('checkbox', { name: 'Keep me logged in' })).toBeChecked()
    await page.getByRole('checkbox', { name: 'Keep me logged in' }).setChecked(kept)
    await submitSignIn(page, 'member@acme.test')
    await expect(page).toHaveURL('/dashboard/default')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')

    // The browser's next run: storage stays, cookies without an expiry don't.
    const { origins } = await context.storageState()
    const nextRun = await browser.newContext({ storageState: { cookies: [], origins } })
    browserErrors.watch(nextRun)
    const next = await nextRun.newPage()
    await next.goto('/dashboard/main')
    if (kept) await dashboardFrame(next)
    else await expectSignedOut(next)
    await nextRun.close()
  })
}
