import { expect, type Locator, type Page } from '@playwright/test'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { visibleNavigation } from '../../src/shell/navigation/navigation'
import { noSuchPage, signedInPages, signedOutPages } from '../support/pages'
import { dashboardFrame } from './support/dashboard'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { expectFieldByField, stopsIn, tabTo, walkBack, walkByTab } from './support/keyboard'
import { expectSignedOut, openSignedIn } from './support/session'
import { openSettled } from './support/settled'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 1440, height: 900 },
})

/** What Tab comes to on each signed-out screen. */
const signedOutStops: Record<string, string[]> = {
  '/signin': [
    ...['Orglens', 'Email', 'Password', 'Show password', 'Keep me logged in', 'Sign In'],
    ...['Forgot password?', 'I know my organization', 'Create an account'],
  ],
  '/register': [
    ...['Orglens', 'Full Name', 'Email', 'Organisation', 'Password', 'Show password'],
    ...['Confirm Password', 'Show password'],
    ...['I agree to the terms and conditions and the privacy policy', 'Register', 'Sign In'],
  ],
  '/forgot-password': ['Orglens', 'Email', 'Reset Password', 'Back to sign in'],
  '/reset-password/a-token': [
    ...['Orglens', 'New password', 'Show password', 'Confirm password', 'Show password'],
    ...['Reset Password', 'Request a new one'],
  ],
  '/orginisation': ['Orglens', 'Slug', 'Submit', 'Back to sign in'],
}

/** What Tab comes to first on every signed-in screen. */
const frame = [
  'Skip to content',
  'Orglens',
  ...visibleNavigation(true, true).map(({ name }) => name),
  'Close menu',
  'Search...Ctrl K',
  'Switch to dark theme',
  'Profile menu',
]

test('signed out, Tab comes to every control in its order, in sight and with a ring', async ({
  page,
}) => {
  expect(Object.keys(signedOutStops).sort()).toEqual(signedOutPages.map(({ path }) => path).sort())
  for (const [path, stops] of Object.entries(signedOutStops)) {
    await test.step(path, async () => {
      await page.goto(path)
      await walkByTab(page, stops, 'body')
    })
  }

  await page.goto('/signin')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(demoAdmin.email)
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
  await page.keyboard.type(demoPassword)
  await tabTo(page, page.getByRole('button', { name: 'Show password' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text')
  const eye = page.getByRole('button', { name: 'Hide password' })
  await expect(eye).toBeFocused()
  // Not 'pressed' as well: what is pressed would be the hiding.
  expect(await eye.ariaSnapshot()).toBe('- button "Hide password"')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/default')
})

test('signed in, Tab comes to every control, in sight and with a ring, and back again', async ({
  page,
}) => {
  await signInToFixedAnswers(page)
  const forms = new Set<string>()
  for (const { path, shows } of [...signedInPages, noSuchPage]) {
    await test.step(path, async () => {
      await openSettled(page, { path, shows })
      if (path === '/dashboard/main') {
        await dashboardFrame(page)
        const buttons = ['Reload', 'Open in a new tab']
        await walkByTab(page, [...frame, ...buttons, shows], 'body')
        return
      }
      await walkByTab(page, await stopsIn(page.getByRole('main')), 'main')
      for (const name of await expectFieldByField(page)) forms.add(name)
      if (!['/dashboard/profile', '/dashboard/subscription'].includes(path)) return
      // Back, the top bar covers nothing (WCAG 2.2, 2.4.11): lower windows scroll more.
      await page.setViewportSize({ width: 1024, height: 600 })
      await walkBack(page, path)
      await page.setViewportSize({ width: 1440, height: 900 })
    })
  }
  // Between their fields there was nothing else.
  expect([...forms].sort()).toEqual([
    'Change the address',
    'Change the name',
    'Invite your team',
    'Password',
    'Update Profile',
    'Who must use two-factor authentication',
  ])
})

/** Expects Tab to stay in the drawer, or to reach the browser itself. */
async function expectTrapped(page: Page, drawer: Locator): Promise<void> {
  for (let presses = 0; presses < 16; presses++) {
    await page.keyboard.press('Tab')
    const isOutside = await drawer.evaluate((element) => {
      const { activeElement } = document
      return activeElement !== document.body && !element.contains(activeElement)
    })
    expect(isOutside).toBe(false)
  }
}

test('the way past the menu, the drawer, theme, profile menu and log-out work with the keyboard alone', async ({
  page,
}) => {
  const { keyboard } = page
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Switch to dark theme' }))
  await keyboard.press('Enter')
  await expect(page.locator('html')).toContainClass('dark')
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeFocused()

  await page.setViewportSize({ width: 820, height: 900 })
  const button = page.getByRole('button', { name: 'Open menu' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeHidden()
  await tabTo(page, button)
  await keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await expectTrapped(page, drawer)
  await keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(button).toBeFocused()
  await keyboard.press('Enter')
  await tabTo(page, drawer.getByRole('link', { name: 'Profile', exact: true }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Profile menu' }))
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Profile Settings' })).toBeFocused()
  await keyboard.press('End')
  await keyboard.press('Enter')
  await expectSignedOut(page)
})
