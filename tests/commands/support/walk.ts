import { type Browser, expect, type Page } from '@playwright/test'
import { openCheckout } from '../../e2e/support/billing'
import { dashboardFrame } from '../../e2e/support/dashboard'
import { isTakenOver } from '../../e2e/support/scripts'
import { submitSignIn } from '../../e2e/support/session'
import { adminPages, signedInPages, signedOutPages } from '../../support/pages'

const isOfAdmins = (path: string) => adminPages.some((page) => page.path === path)
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/**
 * Walks through all of a running app, as an admin and as a member: signs in by its form, opens every page
 * by its link, logs out; and opens checkout, as an admin without a plan.
 * @param address where the app is, without a slash at its end.
 * @param expected complaints that belong to where it runs.
 * @returns what failed, and what the browser complained of, errors and warnings.
 */
export async function walkThrough(
  browser: Browser,
  address: string,
  expected: readonly RegExp[] = [],
): Promise<string[]> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' })
  // No test may depend on the network of the machine it runs on.
  await context.route('https://ipapi.co/json/', (route) =>
    route.fulfill({ json: { country: 'US' } }),
  )
  const allowed = [
    ...expected,
    // A mail's frame runs no scripts, those of the test driver included.
    /Blocked script execution in 'about:/,
  ]
  const loggedErrors: string[] = []
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    loggedErrors.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (failure) => loggedErrors.push(`exception: ${failure.error().message}`))
  context.on('response', (response) => {
    if (response.status() < 400) return
    loggedErrors.push(`answer: ${response.status()} ${response.url()}`)
  })
  const page = await context.newPage()
  try {
    for (const { path, shows } of signedOutPages) {
      await page.goto(address + path)
      await expect(heading(page, shows)).toBeVisible()
      await expect.poll(() => isTakenOver(page)).toBe(true)
    }
    await walkAs(page, address, 'admin@acme.test')
    await walkAs(page, address, 'member@acme.test')
    await dismissCheckout(page, address)
    await page.goto(`${address}/dev/mailbox`)
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
  } finally {
    await context.close()
  }
  return loggedErrors.filter((text) => !allowed.some((pattern) => pattern.test(text)))
}

async function walkAs(page: Page, address: string, email: string): Promise<void> {
  await page.goto(`${address}/`)
  await expect(page).toHaveURL(`${address}/signin`)
  await submitSignIn(page, email)
  await expect(page).toHaveURL(`${address}/dashboard/default`)
  const isAdmin = email.startsWith('admin')
  for (const { path, shows } of signedInPages) {
    if (isOfAdmins(path) && !isAdmin) continue
    const isReceipt = path.startsWith('/dashboard/receipt/')
    // Each has an id of its own, and its link in a table.
    if (isReceipt) await page.locator('a[href$="/dashboard/subscription"]').first().click()
    const link = isReceipt ? 'a[href*="/dashboard/receipt/"]' : `a[href$="${path}"]`
    await page.locator(link).first().click()
    await expect(heading(page, shows)).toBeVisible()
    if (path === '/dashboard/main') await dashboardFrame(page)
  }
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
}

async function dismissCheckout(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/`)
  await submitSignIn(page, 'admin@globex.test')
  const dialog = await openCheckout(page, 'Growth')
  await dialog.getByRole('button', { name: 'Close checkout' }).click()
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
}
