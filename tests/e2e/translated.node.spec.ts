import { expect, type Page } from '@playwright/test'
import { checkout, expectSubscribed, planCard } from './support/billing'
import { test } from './support/fixtures'
import { mailedPath } from './support/mailbox'
import { newAddress, password, register } from './support/newcomer'
import { openInNewOrganisation } from './support/organisation'
import { submitSignIn } from './support/session'
import { translate } from './support/translation'
import { setUpSecondFactor } from './support/two-factor'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.slow()

test.beforeEach(({ page, browserErrors }) => {
  // The translation may come before the app: React then renders the prerendered page anew.
  browserErrors.allow(/Minified React error #418|status of 4\d\d/)
  return translate(page)
})

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the signed-out forms work on a translated page', async ({ page }) => {
  const email = newAddress('ada')
  const organisation = `Fabrikam ${crypto.randomUUID().slice(0, 8)}`

  await test.step('registering', async () => {
    await page.goto('/register')
    await page.getByLabel('Organisation').fill(organisation)
    await register(page, 'Ada Marlow', email)
    await expect(page.getByText('Your account is ready. Taking you to sign in…')).toBeVisible()
    await expect(page).toHaveURL('/signin')
  })

  await test.step('signing in, after a wrong password', async () => {
    await submitSignIn(page, email, 'not-the-password')
    await expect(page.getByRole('alert')).toBeVisible()
    await submitSignIn(page, email, password)
    await expect(page.getByText('Signed in. Opening your dashboard…')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/default')
    await button(page, 'Profile menu').click()
    await expect(page.getByText('Hey, Ada')).toBeVisible()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await expect(button(page, 'Sign In')).toBeVisible()
  })

  await test.step('a forgotten password', async () => {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await button(page, 'Reset Password').click()
    await expect(page.getByText('Password reset email sent successfully!')).toBeVisible()
    await page.goto(await mailedPath(page, email))
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill('another')
    await button(page, 'Reset Password').click()
    await expect(page.getByText('Passwords do not match.')).toBeVisible()
    await page.getByLabel('Confirm password').fill(password)
    await button(page, 'Reset Password').click()
    await expect(page.getByText('Password reset successful!')).toBeVisible()
    await expect(page).toHaveURL('/signin')
  })

  await test.step('the organisation’s sign-in', async () => {
    await page.goto('/orginisation')
    await page.getByLabel('Slug').fill('nobody-has-this')
    await button(page, 'Submit').click()
    await expect(page.getByText('This organization does not exist')).toBeVisible()
    await page.getByLabel('Slug').fill(organisation)
    await button(page, 'Submit').click()
    await expect(page.getByText('Sign in with your account there.')).toBeVisible()
    await submitSignIn(page, email, password)
    await expect(page).toHaveURL('/dashboard/default')
  })
})

test('the forms of a profile work on a translated page', async ({ page }) => {
  await openInNewOrganisation(page, '/dashboard/profile')

  await test.step('the profile, and the password', async () => {
    await page.getByLabel('Full Name').fill('Ada Stone')
    await button(page, 'Update Profile').click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    await button(page, 'Change password').click()
    await expect(page.getByText('That’s already your password.')).toBeVisible()
  })

  await test.step('a second factor', async () => {
    const { codes } = await setUpSecondFactor(page)
    expect(codes).toHaveLength(10)
    // They must stay as they are.
    await expect(page.getByRole('list', { name: 'Recovery codes' }).locator('font')).toHaveCount(0)
    await button(page, 'I’ve saved them').click()
    await expect(main(page).getByText('On', { exact: true })).toBeVisible()
  })
})

test('an organisation’s forms work on a translated page', async ({ page }) => {
  const { organisation } = await openInNewOrganisation(page, '/dashboard/organisation')

  await test.step('its name', async () => {
    await page.getByLabel('Organisation name').fill(`${organisation} Labs`)
    await button(page, 'Change name').click()
    await expect(page.getByText(`The name is now ${organisation} Labs.`)).toBeVisible()
  })

  await test.step('its deletion', async () => {
    await button(page, 'Delete…').click()
    const dialog = page.getByRole('dialog')
    const soon = dialog.getByText('It will be deleted on')
    await dialog.getByRole('checkbox').check()
    await expect(soon).toBeHidden()
    await expect(dialog.getByRole('button', { name: 'Delete now' })).toBeVisible()
    await dialog.getByRole('checkbox').uncheck()
    await expect(soon).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Delete on/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('its team', async () => {
    await page.getByRole('link', { name: 'Invite Team' }).click()
    await expect(page.getByLabel('Breadcrumb')).toHaveText('Orglens / Invite Team')
    const field = page.getByLabel('Enter Email(s) (comma separated)')
    const preview = page.getByRole('region', { name: 'Emails to be sent' })
    await field.fill(`${newAddress('ann')}, no address, `)
    await expect(preview).toContainText('2 emails to be sent, 1 of which may not be valid')
    await field.fill(`${newAddress('bea')}, `)
    await expect(preview.getByText('1 email to be sent', { exact: true })).toBeVisible()
    await button(page, 'Submit').click()
    await expect(page.getByRole('status').filter({ hasText: 'sent.' })).toBeVisible()
  })
})

test('buying and cancelling a plan work on a translated page', async ({ page }) => {
  await openInNewOrganisation(page, '/dashboard/pricing')
  await page.getByRole('radio', { name: /^Yearly/ }).check()
  await planCard(page, 'Growth').getByRole('button', { name: 'Subscribe Now' }).click()
  await checkout(page).getByRole('button', { name: 'Pay now' }).click()
  await expectSubscribed(page, 'Growth')
  await expect(page.getByLabel('Breadcrumb')).toHaveText('Orglens / Your Subscribed Plan')

  await page.route('**/api/cancel-subscription/', async (route) => {
    await expect(button(page, 'Cancelling...')).toBeVisible()
    await route.continue()
  })
  await button(page, 'Cancel').click()
  await button(page, 'Cancel plan').click()
  await expect(page).toHaveURL('/dashboard/pricing')
  await expect(planCard(page, 'Growth').getByRole('button')).toHaveText('Subscribe Now')
})

test('asking for reports works on a translated page', async ({ page }) => {
  await openInNewOrganisation(page, '/dashboard/main')
  await button(page, 'Mail me this').click()
  const dialog = page.getByRole('dialog')
  const status = dialog.getByRole('status').filter({ hasText: 'The first mail comes on' })
  await dialog.getByRole('radio', { name: 'Day' }).check()
  await expect(dialog.getByRole('button', { name: 'Mail me every day' })).toBeVisible()
  await expect(status).not.toContainText('Monday')
  await dialog.getByRole('radio', { name: 'Week' }).check()
  await dialog.getByRole('button', { name: 'Mail me every Monday' }).click()
  await expect(page.getByText(/^Please confirm your address first/)).toBeVisible()
})
