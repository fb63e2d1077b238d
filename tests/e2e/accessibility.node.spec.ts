import { expect, type Page } from '@playwright/test'
import { calls } from '../../contract/calls'
import { linkedPages, noSuchPage, signedInPages, signedOutPages } from '../support/pages'
import { axe, axeOfColours } from './support/axe'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { dashboardFrame, sampleAddress } from './support/dashboard'
import { faintControls } from './support/faint-controls'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { openSignedIn, submitSignIn } from './support/session'
import { openSettled } from './support/settled'

// A colour caught half-way through a transition has a contrast that nobody reads at.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Pages whose form has nothing wrong in it. */
const filledIn = ['/dashboard/profile', '/dashboard/organisation']

/** Expects no fault in either theme, and that every control, mark and ring stands out, 3 to 1. */
async function look(page: Page, at: string): Promise<void> {
  await axeInBothThemes(page)
  expect.soft(await faintControls(page, 3, at), 'what is hard to see').toEqual([])
}

/** Opens each page and looks at it, and at its form with what is wrong. */
async function lookAt(page: Page, pages: readonly { path: string; shows: string }[]) {
  for (const { path, shows } of pages) {
    await test.step(path, async () => {
      await openSettled(page, { path, shows })
      await look(page, path)
      const submit = page.locator('main form [type=submit]').first()
      if ((await submit.count()) === 0 || filledIn.includes(path)) return
      await submit.click()
      await expect(page.locator('[aria-invalid]').first()).toBeVisible()
      await axeInBothThemes(page)
    })
  }
}

test('signed out, every page is accessible in both themes, also with errors', async ({
  page,
  browserErrors,
}) => {
  // The mailbox shows a mail without letting it run anything.
  browserErrors.allow(/status of 401|Blocked script execution/)
  const sample = { path: await sampleAddress(page), shows: 'Acme Analytics' }
  const mailbox = { path: '/dev/mailbox', shows: 'Mailbox' }
  await lookAt(page, [...signedOutPages, ...linkedPages, mailbox, sample])
  await page.evaluate(() => {
    location.hash = 'theme=night'
  })
  await expect(page.locator('html')).toContainClass('dark')
  await axeOfColours(page)
  await page.goto('/signin')
  await submitSignIn(page, 'admin@acme.test', 'not-the-password')
  await expect(page.getByText('Entered password is incorrect.')).toBeVisible()
  await axeInBothThemes(page)
})

test('signed in, every page is accessible in both themes, also with errors', async ({ page }) => {
  await signInToFixedAnswers(page)
  await lookAt(page, [...signedInPages, noSuchPage])
  // The dashboard's frame follows the button, not the class.
  await page.goto('/dashboard/main')
  const charts = await dashboardFrame(page)
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(charts.locator('html')).toContainClass('dark')
  await axeOfColours(page)
})

test('dialogs, menu, palette, drawer, toasts and whatever waits or fails are accessible in both themes', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED|status of 403|Failed to fetch profile data/)
  await openSignedIn(page, 'admin', '/dashboard/subscription')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await look(page, 'a question')
  await page.goto('/dashboard/profile?tab=account')
  await page.getByRole('button', { name: 'Leave…' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await look(page, 'a dialog with a field that is wrong')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look(page, 'the palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await axeInBothThemes(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await axeInBothThemes(page)
  await page.goto('/reset-password/a-token')
  // It stays while the pointer is over it.
  await page.getByText('You are signed in. Log out first').hover()
  await axeInBothThemes(page)
  await page.route(`**${calls.setRole.path}`, (route) => route.abort())
  await page.goto('/dashboard/invite-team')
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Make/ }).click()
  await page.getByText('Check the list before you try again.').hover()
  await axeInBothThemes(page)

  await page.route('**/api/profile/', () => {})
  await page.goto('/dashboard/profile')
  // The prerendered page looks the same as the app that waits.
  await expect(page.locator('.early')).toHaveCount(0)
  await expect(page.getByText('Loading your profile…')).toBeAttached()
  await axeInBothThemes(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/profile/', (route) => route.fulfill({ status: 403, json: {} }))
  await page.reload()
  await expect(page.getByText('No profile data available.')).toBeVisible()
  await axe(page)
})
