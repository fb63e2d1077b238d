import { expect, type Page } from '@playwright/test'
import { test as base } from './support/fixtures'
import { expectSignedOut, openSignedIn } from './support/session'

/**
 * A browser that keeps pages for Back and Forward, as everybody's does and Playwright's doesn't. On the
 * Node host only: Chromium keeps no page whose service worker is taken down, as mock mode's is.
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

/** Goes back, to a cached page or a new one. @returns its first showing, which a reload may follow at once. */
async function goBack(page: Page): Promise<Showing> {
  // The page that is left is shown with its load, which prerendered screens don't wait for.
  await page.waitForLoadState()
  await page.evaluate(() => sessionStorage.removeItem('test-showing'))
  // A page from the cache has loaded long ago.
  await page.goBack({ waitUntil: 'commit' })
  let showing = ''
  await expect(async () => {
    showing = (await page.evaluate(() => sessionStorage.getItem('test-showing'))) ?? ''
    expect(showing).not.toBe('')
  }).toPass()
  return JSON.parse(showing)
}

test('Back after logging out shows nothing of the former user', async ({ page }) => {
  await page.addInitScript(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (sessionStorage.getItem('test-showing')) return
      const showing = { persisted, text: document.body?.innerText ?? '' }
      sessionStorage.setItem('test-showing', JSON.stringify(showing))
    })
  })
  await openSignedIn(page, '/dashboard/invite-team')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Priya Sharma')
  await page.goto('/dashboard/pricing')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expectSignedOut(page)
  // The page that was left comes out of the cache, the one before it may be loaded again.
  const { persisted, text } = await goBack(page)
  expect(persisted, 'the page came out of the back/forward cache').toBe(true)
  expect(text).not.toContain('Acme')
  await expectSignedOut(page)
})
