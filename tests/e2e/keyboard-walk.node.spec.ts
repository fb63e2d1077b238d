import { expect, type Locator, type Page } from '@playwright/test'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { visibleNavigation } from '../../src/shell/navigation/navigation'
import { noSuchPage, signedInPages, signedOutPages } from '../support/pages'
import { checkout, expectSubscribed, planCard } from './support/billing'
import { dashboardFrame } from './support/dashboard'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { expectFieldByField, stopsIn, tabTo, walkBack, walkByTab } from './support/keyboard'
import { openInNewOrganisation } from './support/organisation'
import { expectSignedOut, openSignedIn } from './support/session'

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
      await page.goto(path)
      await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
      await expect(page.locator('main [data-unsettled], main [data-waiting]')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      if (path === '/dashboard/main') {
        await dashboardFrame(page)
        const buttons = ['Reload', 'Open in a new tab']
        await walkByTab(page, [...frame, ...buttons, shows], 'body')
        return
      }
      await walkByTab(page, await stopsIn(page.getByRole('main')), 'main')
      // Back, the top bar covers nothing (WCAG 2.2, 2.4.11): lower windows scroll more.
      await page.setViewportSize({ width: 1024, height: 600 })
      await walkBack(page, path)
      for (const name of await expectFieldByField(page)) forms.add(name)
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

test('a plan is bought and cancelled with the keyboard alone, and each dialog gives the focus back', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 500|failed/i)
  const { keyboard } = page
  await openInNewOrganisation(page, '/dashboard/pricing')
  const dialog = page.getByRole('dialog')
  const enter = async (control: Locator) => {
    await tabTo(page, control)
    await keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Subscribe Now' })).toHaveCount(3)
  await tabTo(page, page.getByRole('radio', { name: 'Monthly' }))
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeFocused()
  await expect(planCard(page, 'Growth')).toContainText('$990')
  await keyboard.press('ArrowLeft')
  await enter(planCard(page, 'Growth').getByRole('button'))
  await expect(checkout(page).getByRole('button', { name: 'Pay now' })).toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(checkout(page).getByRole('button', { name: 'Close checkout' })).toBeFocused()
  await enter(checkout(page).getByRole('button', { name: 'Pay now' }))
  await expectSubscribed(page, 'Growth')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await test.step('a confirmation and an alert', async () => {
    await enter(page.getByRole('link', { name: 'Upgrade Now' }))
    const scale = planCard(page, 'Scale').getByRole('button', { name: 'Subscribe Now' })
    await enter(scale)
    await expect(dialog.getByRole('button', { name: 'Keep plan' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(scale).toBeFocused()
    await page.route('**/api/create-subscription/', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Switch plan' })).toBeEnabled()
    await enter(dialog.getByRole('button', { name: 'Switch plan' }))
    await expect(page.getByRole('alertdialog')).toContainText('Subscription creation failed.')
    await keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(scale).toBeFocused()
  })

  await test.step('a cancellation', async () => {
    const menu = page.getByRole('navigation', { name: 'Main' })
    await enter(menu.getByRole('link', { name: 'Your Subscribed Plan' }))
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await enter(cancel)
    await expect(dialog).toBeVisible()
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(cancel).toBeFocused()
    await keyboard.press('Enter')
    const confirm = dialog.getByRole('button', { name: 'Cancel plan' })
    await tabTo(page, confirm)
    await expect(confirm).toBeEnabled()
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard/pricing')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
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
  const item = (name: string) => page.getByRole('menuitem', { name })
  await expect(item('Profile Settings')).toBeFocused()
  await keyboard.press('i')
  await expect(item('Invite Team')).toBeFocused()
  await keyboard.press('End')
  await expect(item('Log Out')).toBeFocused()
  await keyboard.press('Enter')
  await expectSignedOut(page)
})
