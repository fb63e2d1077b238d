import { expect, type Page } from '@playwright/test'
import { expectSignedOut, openSignIn, signInUnseen } from './support/session'
import { test as base } from './support/whole-browser'

/**
 * A browser that keeps pages for Back and Forward, as everybody's does; Playwright's doesn't, and the
 * headless shell can't. On the Node host only: Chromium keeps no page whose service worker is taken
 * down, as mock mode's is.
 */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    },
    { scope: 'worker' },
  ],
})

interface Showing {
  /** Whether the page came out of the back/forward cache. */
  persisted: boolean
  /** Its text before any of its scripts ran. */
  text: string
}

const key = 'test-showings'

/** Writes down each showing of a page from now on; for the tab, so that reloads don't hide one. */
async function recordShowings(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    window.addEventListener('pageshow', ({ persisted }) => {
      const showings: Showing[] = JSON.parse(sessionStorage.getItem(name) ?? '[]')
      showings.push({ persisted, text: document.body?.innerText ?? '' })
      sessionStorage.setItem(name, JSON.stringify(showings))
    })
  }, key)
}

/** @returns each showing since the last way back. */
async function showings(page: Page): Promise<Showing[]> {
  return await page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? '[]'), key)
}

/** Goes back, to a cached page or a new one. @returns its first text. */
async function goBack(page: Page): Promise<Showing> {
  // The page that is left is shown with its load, which prerendered screens don't wait for.
  await page.waitForLoadState()
  await page.evaluate((name) => sessionStorage.removeItem(name), key)
  // A page from the cache has loaded long ago.
  await page.goBack({ waitUntil: 'commit' })
  let first: Showing | undefined
  await expect(async () => {
    // The page may be about to reload; then this is retried.
    first = (await showings(page))[0]
    expect(first).toBeDefined()
  }).toPass()
  return first as Showing
}

/**
 * Goes back, and makes sure that the page came out of the cache: without it a test proves nothing.
 * @returns its first text.
 */
async function goBackIntoCache(page: Page): Promise<string> {
  const { persisted, text } = await goBack(page)
  // Chromium says here why it didn't.
  const reasons = await page.evaluate(() =>
    performance.getEntriesByType('navigation').map((entry) => {
      return JSON.stringify(Reflect.get(entry, 'notRestoredReasons'))
    }),
  )
  expect(persisted, `the page came out of the back/forward cache: ${reasons}`).toBe(true)
  return text
}

const fullName = (page: Page) => page.getByRole('form').getByLabel('Full Name')

test.beforeEach(async ({ page }) => recordShowings(page))

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expectSignedOut(page)
}

test('Back after logging out shows nothing of the former user', async ({ page }) => {
  await openSignIn(page)
  await signInUnseen(page, 'admin')
  await page.goto('/dashboard/invite-team')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(fullName(page)).toHaveValue('Priya Sharma')
  await logOut(page)
  // An address within the page that was left, and the page before that one.
  expect((await goBack(page)).text).not.toContain('Acme')
  await expectSignedOut(page)
  expect(await goBackIntoCache(page)).not.toContain('Acme')
  await expectSignedOut(page)
})
