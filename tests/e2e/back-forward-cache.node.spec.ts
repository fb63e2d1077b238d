import { expect, type Page } from '@playwright/test'
import { goBack, goBackIntoCache, recordShowings, test } from './support/back-forward-cache'
import {
  expectSignedOut,
  idlePage,
  openSignedIn,
  openSignIn,
  signInUnseen,
  submitSignIn,
} from './support/session'

const fullName = (page: Page) => page.getByRole('form').getByLabel('Full Name')

test.beforeEach(async ({ page }) => recordShowings(page))

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expectSignedOut(page)
}

/** Leaves the admin's profile for a page outside the app. */
async function leaveProfile(page: Page): Promise<void> {
  await openSignedIn(page, 'admin', '/dashboard/profile')
  await expect(fullName(page)).toHaveValue('Priya Sharma')
  await page.goto(idlePage)
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

test('a page restored under another user’s session reloads unseen', async ({ page, context }) => {
  await leaveProfile(page)
  const other = await context.newPage()
  await other.goto('/dashboard/main')
  await logOut(other)
  await openSignedIn(other, 'member')
  expect(await goBackIntoCache(page)).toBe('')
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(fullName(page)).toHaveValue('Daniel Okafor')
})

test('a page that is left is hidden at once, and unchanged when restored under its own session', async ({
  page,
}) => {
  await openSignedIn(page, 'admin', '/dashboard/profile')
  await fullName(page).fill('Priya S')
  // At once: nothing of it fades out.
  const text = await page.evaluate(() => {
    const show = (type: string) =>
      window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
    show('pagehide')
    const shown = document.body.innerText
    show('pageshow')
    return shown
  })
  expect(text).toBe('')
  await page.goto(idlePage)
  await goBackIntoCache(page)
  await expect(fullName(page)).toBeVisible()
  await expect(fullName(page)).toHaveValue('Priya S')
  // The browser's window itself may not have the focus.
  expect(await fullName(page).evaluate((field) => field === document.activeElement)).toBe(true)
})

test('Back after signing in leads to the dashboard, not to the sign-in', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.goto('/signin')
  await submitSignIn(page, 'admin@acme.test')
  await expect(page).toHaveURL('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  expect(await goBackIntoCache(page)).toBe('')
  await expect(page).toHaveURL('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})
