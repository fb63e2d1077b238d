import { type Browser, expect, type Page } from '@playwright/test'
import { signedInPages, signedOutPages } from '../../support/pages'
import { openCheckout } from './billing'
import { dashboardFrame } from './dashboard'
import { isTakenOver } from './scripts'
import { submitSignIn } from './session'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

interface Site {
  /** Where the app is, without a slash at its end. */
  address: string
  /** Built sites have a document for each page; otherwise each load asks for every source file again. */
  isBuilt?: boolean
  /** Complaints that belong to where it runs. */
  expected?: readonly RegExp[]
}

/**
 * Walks through all of a running app, as an admin, whose pages those of members are among: signs in by
 * its form, opens every page by its link, logs out; and opens checkout, as an admin without a plan.
 * @returns failures, and the browser's errors and warnings.
 */
export async function walkThrough(
  browser: Browser,
  { address, isBuilt = false, expected = [] }: Site,
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
    for (const [index, { path, shows }] of signedOutPages.entries()) {
      if (index === 0 || isBuilt || path.split('/').length > 2) await page.goto(address + path)
      else await page.evaluate((to) => history.pushState(null, '', to), path)
      await expect(heading(page, shows)).toBeVisible()
      await expect.poll(() => isTakenOver(page)).toBe(true)
    }
    await page.goto(`${address}/`)
    await expect(page).toHaveURL(`${address}/signin`)
    await walkAsAdmin(page, address)
    await dismissCheckout(page)
    await page.goto(`${address}/dev/mailbox`)
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
  } finally {
    await context.close()
  }
  return loggedErrors.filter((text) => !allowed.some((pattern) => pattern.test(text)))
}

async function walkAsAdmin(page: Page, address: string): Promise<void> {
  await submitSignIn(page, 'admin@acme.test')
  // A static host adds a slash to the address of a page that lies in a folder.
  await expect(page).toHaveURL(new RegExp(`^${address}/dashboard/default/?$`))
  for (const { path, shows } of signedInPages) {
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
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
}

async function dismissCheckout(page: Page): Promise<void> {
  await submitSignIn(page, 'admin@globex.test')
  const dialog = await openCheckout(page, 'Growth')
  await dialog.getByRole('button', { name: 'Close checkout' }).click()
  await expect(page.getByText('We know of no payment so far.')).toBeVisible()
}
