import { expect, type Page } from '@playwright/test'
import { visibleNavigation } from '../../src/shell/navigation/navigation'
import { signedInPages, signedOutPages } from '../support/pages'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { checkout, expectSubscribed, planCard } from './support/billing'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { expectFieldByField, stopsIn, tabTo, walkByTab } from './support/keyboard'
import { mailedPath } from './support/mailbox'
import { password, signOut } from './support/newcomer'
import { openInNewOrganisation } from './support/organisation'
import { profileFact } from './support/profile'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 1440, height: 900 },
})

// Every stop and every screen twice takes its time on a busy machine.
test.slow()

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

async function followMenu(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }))
  await page.keyboard.press('Enter')
}

/** Pages that have been walked. */
const walked = new Set<string>()
test.beforeEach(() => walked.clear())

/** Everything on the way, in order; what all signed-in screens have is walked once, on the main dashboard. */
async function walk(page: Page, stops: string[]): Promise<void> {
  const { pathname } = new URL(page.url())
  walked.add(pathname)
  const isLikeOthers = pathname.startsWith('/dashboard/') && pathname !== '/dashboard/main'
  await walkByTab(page, stops, isLikeOthers ? 'main' : 'body')
}

/** As `accessibility.node.spec.ts` doesn't look at this screen: also without a fault in either theme. */
async function walkScreen(page: Page, stops: string[]): Promise<void> {
  await walk(page, stops)
  await axeInBothThemes(page)
}

test('signed out, every screen is usable with the keyboard alone', async ({ page }) => {
  const { keyboard } = page
  const suffix = crypto.randomUUID().slice(0, 8)
  const email = `keys-${suffix}@keys.test`

  await test.step('sign in', async () => {
    await page.goto('/signin')
    await walk(page, [
      'Orglens',
      'Email',
      'Password',
      'Show password',
      'Keep me logged in',
      'Sign In',
      'Forgot password?',
      'I know my organization',
      'Create an account',
    ])
    await tabTo(page, page.getByRole('link', { name: 'Create an account' }))
    await keyboard.press('Enter')
  })

  await test.step('register', async () => {
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
    await walk(page, [
      'Orglens',
      'Full Name',
      'Email',
      'Organisation',
      'Password',
      'Show password',
      'Confirm Password',
      'Show password',
      'I agree to the terms and conditions and the privacy policy',
      'Register',
      'Sign In',
    ])
    for (const [label, text] of [
      ['Full Name', 'Kei Board'],
      ['Email', email],
      ['Organisation', `Keys ${suffix}`],
      ['Password', password],
      ['Confirm Password', password],
    ] as const) {
      await tabTo(page, page.getByLabel(label, { exact: true }))
      await keyboard.type(text)
    }
    await tabTo(page, page.getByRole('checkbox', { name: /I agree/ }))
    await keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Register' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('sign in to the new account', async () => {
    await tabTo(page, page.getByLabel('Email'))
    await keyboard.type(email)
    await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
    await keyboard.type(password)
    await tabTo(page, page.getByRole('button', { name: 'Show password' }))
    await keyboard.press('Space')
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text')
    const eye = page.getByRole('button', { name: 'Hide password' })
    await expect(eye).toBeFocused()
    // Not 'pressed' as well: what is pressed would be the hiding.
    expect(await eye.ariaSnapshot()).toBe('- button "Hide password"')
    await tabTo(page, page.getByRole('checkbox', { name: 'Keep me logged in' }))
    await keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Sign In', exact: true }))
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard/default')
    await expect(page.getByRole('button', { name: 'Subscribe Now' })).toHaveCount(3)
    await signOut(page)
  })

  await test.step('ask for a new password', async () => {
    await page.goto('/forgot-password')
    await walkScreen(page, ['Orglens', 'Email', 'Reset Password', 'Back to sign in'])
    await tabTo(page, page.getByLabel('Email'))
    await keyboard.type(email)
    await keyboard.press('Enter')
    await expect(page.getByText('Password reset email sent successfully!')).toBeVisible()
    await axeInBothThemes(page)
  })

  await test.step('set it', async () => {
    await page.goto(await mailedPath(page, email))
    await walkScreen(page, [
      'Orglens',
      'New password',
      'Show password',
      'Confirm password',
      'Show password',
      'Reset Password',
      'Request a new one',
    ])
    for (const label of ['New password', 'Confirm password']) {
      await tabTo(page, page.getByLabel(label))
      await keyboard.type('another-password')
    }
    await keyboard.press('Enter')
    await expect(page.getByText('Password reset successful!')).toBeVisible()
    await expect(page).toHaveURL('/signin')
  })

  await test.step('sign in by way of the organisation', async () => {
    await tabTo(page, page.getByRole('link', { name: 'I know my organization' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your organization')
    await walkScreen(page, ['Orglens', 'Slug', 'Submit', 'Back to sign in'])
    await tabTo(page, page.getByLabel('Slug'))
    await keyboard.type(`keys-${suffix}`)
    await keyboard.press('Enter')
    await expect(page.getByText('Organization exists.')).toBeVisible()
    await axeInBothThemes(page)
    await tabTo(page, page.getByLabel('Email'))
    await keyboard.type(email)
    await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
    await keyboard.type('another-password')
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard/default')
  })

  const paths = [...walked].map((path) => path.replace(/^(.reset-password.).*/, '$1a-token'))
  expect(paths.sort()).toEqual(signedOutPages.map(({ path }) => path).sort())
})

test('signed in, the pages of the menu are usable with the keyboard alone', async ({
  context,
  page,
}) => {
  // A browser with windows lets the page that somebody uses write; the headless shell asks, unseen.
  await context.grantPermissions(['clipboard-write'])
  const { keyboard } = page
  const { organisation } = await openInNewOrganisation(page, '/dashboard/main')
  const forms = new Set<string>()
  /** Also without anything between the fields of its forms (D99). */
  const walkFields = async (stops: string[]) => {
    await walkScreen(page, stops)
    for (const name of await expectFieldByField(page)) forms.add(name)
  }

  await test.step('the main dashboard lets in and out of its frame', async () => {
    const charts = await dashboardFrame(page)
    await expect(page.getByRole('button', { name: 'Mail me this' })).toBeVisible()
    const buttons = ['Mail me this', 'Reload', 'Open in a new tab']
    await walk(page, [...frame, ...buttons, `${organisation} Overview`])
    expect(await charts.getByRole('heading', { level: 1 }).count()).toBe(1)
  })

  await test.step('invite the team', async () => {
    await followMenu(page, 'Invite Team')
    await expect(page.getByRole('heading', { name: 'Invite your team' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('table', { name: 'Team' })).toBeVisible()
    const team = ['Download CSV', 'Person', 'Role', 'Status']
    await walkFields(['Enter Email(s) (comma separated)', 'Submit', ...team])
    await tabTo(page, page.getByLabel('Enter Email(s) (comma separated)'))
    await keyboard.type(`${crypto.randomUUID()}@keys.test, nonsense`)
    await expect(page.getByRole('region', { name: 'Emails to be sent' })).toBeVisible()
    await axeInBothThemes(page)
    await keyboard.press('Enter')
    await expect(page.getByText('1 invitation sent.')).toBeVisible()
    await axeInBothThemes(page)
    // The rest is there to be mended.
    await expect(page.getByLabel('Enter Email(s) (comma separated)')).toHaveValue('nonsense')
    await tabTo(page, page.getByLabel('Enter Email(s) (comma separated)'))
    await keyboard.press('Control+a')
    await keyboard.press('Delete')
  })

  await test.step('change the profile', async () => {
    await followMenu(page, 'Profile')
    const form = page.getByRole('form', { name: 'Update Profile' })
    await expect(form).toBeVisible()
    // The cards below the form come later.
    await expect(page.getByRole('button', { name: 'Leave…' })).toBeVisible()
    await expect(page.locator('main [data-waiting]')).toHaveCount(0)
    await walkFields(await stopsIn(page.getByRole('main')))
    await tabTo(page, page.getByRole('button', { name: 'Copy the link' }))
    await keyboard.press('Enter')
    await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
    await tabTo(page, page.getByLabel('Full Name'))
    await keyboard.type('Katherine Johnson')
    await tabTo(page, page.getByLabel('Country Code'))
    await keyboard.type('+44')
    await tabTo(page, page.getByLabel('Contact Number'))
    await keyboard.type('02079460000')
    await keyboard.press('Enter')
    await expect(profileFact(page, 'Full Name')).toHaveText('Katherine Johnson')
    await expect(profileFact(page, 'Contact Number')).toHaveText('+44-02079460000')
    await axeInBothThemes(page)
  })

  await test.step('an address that leads nowhere', async () => {
    await page.goto('/dashboard/no/such')
    await expect(page.getByText('404 Not Found')).toBeVisible()
    await walk(page, ['Back to the dashboard'])
    await tabTo(page, page.getByRole('link', { name: 'Back to the dashboard' }))
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard/default')
  })

  // Those that a plan is bought and cancelled on are walked below; the third is one of them or the other.
  const below = ['/dashboard/pricing', '/dashboard/subscription', '/dashboard/default']
  for (const { path, shows } of signedInPages) {
    if (below.includes(path) || walked.has(path)) continue
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
      await expect(page.locator('main [data-unsettled], main [data-waiting]')).toHaveCount(0)
      await walkFields(await stopsIn(page.getByRole('main')))
    })
  }
  expect([...forms].sort()).toEqual([
    'Change the address',
    'Change the name',
    'Invite your team',
    'Password',
    'Update Profile',
    'Who must use two-factor authentication',
  ])
})

test('a plan can be bought and cancelled with the keyboard alone', async ({ page }) => {
  const { keyboard } = page
  await openInNewOrganisation(page, '/dashboard/subscription')
  const dialog = page.getByRole('dialog')

  await test.step('without a plan', async () => {
    await expect(page.getByText('Nothing here yet')).toBeVisible()
    // Its code comes later.
    await expect(page.getByRole('button', { name: 'Add your company…' })).toBeVisible()
    await walkScreen(page, ['Choose a plan', 'Add your company…'])
    await tabTo(page, page.getByRole('link', { name: 'Choose a plan' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Subscribe Now' })).toHaveCount(3)
  })

  await test.step('choose', async () => {
    const plans = ['Subscribe Now', 'Subscribe Now', 'Subscribe Now']
    await walk(page, ['Monthly', ...plans])
    await tabTo(page, page.getByRole('radio', { name: 'Monthly' }))
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Yearly' })).toBeFocused()
    await expect(planCard(page, 'Growth')).toContainText('$990')
    await axeInBothThemes(page)
    await keyboard.press('ArrowLeft')
    await expect(planCard(page, 'Growth')).toContainText('$99')
    await tabTo(page, planCard(page, 'Growth').getByRole('button'))
    await keyboard.press('Enter')
  })

  await test.step('pay', async () => {
    await expect(checkout(page).getByRole('button', { name: 'Pay now' })).toBeFocused()
    await keyboard.press('Shift+Tab')
    await expect(checkout(page).getByRole('button', { name: 'Close checkout' })).toBeFocused()
    await tabTo(page, checkout(page).getByRole('button', { name: 'Pay now' }))
    await keyboard.press('Enter')
    await expectSubscribed(page, 'Growth')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('look at the history', async () => {
    // The provider has listed the payment a moment later.
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('table', { name: 'Receipts' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    const history = [
      ...['Change payment method', 'Stop renewing', 'Cancel', 'Upgrade Now'],
      ...['Download CSV', 'Subscription Activity'],
      ...['Plan Name', 'STATUS', 'START DATE', 'END DATE'],
    ]
    const stops = await stopsIn(page.getByRole('main'))
    expect(stops.slice(0, history.length)).toEqual(history)
    await walkScreen(page, stops)
    await tabTo(page, page.getByRole('button', { name: 'STATUS', exact: true }))
    await keyboard.press('Space')
    await expect(page).toHaveURL('/dashboard/subscription?sort=status&order=asc')
    await expect(page.getByRole('button', { name: 'STATUS', exact: true })).toBeFocused()
  })

  await test.step('think of another plan, and keep this one', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Upgrade Now' }))
    await keyboard.press('Enter')
    const scale = planCard(page, 'Scale').getByRole('button', { name: 'Subscribe Now' })
    await tabTo(page, scale)
    await keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Keep plan' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(scale).toBeFocused()
  })

  await test.step('cancel', async () => {
    await followMenu(page, 'Your Subscribed Plan')
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await tabTo(page, cancel)
    await keyboard.press('Enter')
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
    await expect(page.getByRole('button', { name: 'Subscribe Now' })).toHaveCount(3)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})
