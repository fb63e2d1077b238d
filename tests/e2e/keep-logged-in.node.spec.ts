import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { expectSignedOut, submitSignIn } from './support/session'

// One that is kept: `tests/unit/stored-session.test.ts`. Here the browser's own cookies end.
test("a session ends with the browser with 'Keep me logged in' unticked", async ({
  page,
  context,
  browser,
  browserErrors,
}) => {
  await page.goto('/signin')
  await expect(page.getByRole('checkbox', { name: 'Keep me logged in' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Keep me logged in' }).uncheck()
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
  await expectSignedOut(next)
  await nextRun.close()
})
