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
  /** Every page is opened, instead of one signed out and two signed in. */
  everyPage?: boolean
}

/**
 * Walks through a running app, as an admin, whose pages those of members are among: signs in by its
 * form, opens pages by their links, logs out; and opens checkout, as an admin without a plan.
 * @returns failures, and the browser's errors and warnings.
 */
export async function walkThrough(
  browser: Browser,
  { address, everyPage = false }: Site,
): Promise<string[]> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' })
  // No test may depend on the network of the machine it runs on.
  await context.route('https://ipapi.co/json/', (route) =>
    route.fulfill({ json: { country: 'US' } }),
  )
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
    const [signedOut, signedIn] = everyPage
      ? [signedOutPages, signedInPages]
      : [signedOutPages.slice(0, 1), signedInPages.slice(0, 2)]
    for (const { path, shows } of signedOut) {
      await page.goto(address + path)
      await expect(heading(page, shows)).toBeVisible()
      await expect.poll(() => isTakenOver(page)).toBe(true)
    }
    await page.goto(`${address}/`)
    await expect(page).toHaveURL(`${address}/signin`)
    await walkAsAdmin(page, address, signedIn)
    await dismissCheckout(page)
    await page.goto(`${address}/dev/mailbox`)
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
  } finally {
    await context.close()
  }
  // A mail's frame runs no scripts, those of the test driver included.
  return loggedErrors.filter((text) => !text.includes("Blocked script execution in 'about:"))
}

async function walkAsAdmin(
  page: Page,
  address: string,
  pages: typeof signedInPages,
): Promise<void> {
  await submitSignIn(page, 'admin@acme.test')
  // A static host adds a slash to the address of a page that lies in a folder.
  await expect(page).toHaveURL(new RegExp(`^${address}/dashboard/default/?$`))
  for (const { path, shows } of pages) {
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
