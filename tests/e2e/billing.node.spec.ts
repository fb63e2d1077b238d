import { expect } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { checkout, expectSubscribed, openCheckout, planCard, subscribeTo } from './support/billing'
import { test } from './support/fixtures'
import { openInNewOrganisation } from './support/organisation'
import { pressAnotherKey } from './support/patience'
import { openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a checkout that fails to load frees the button, and the next attempt works', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED|Subscribing failed at checkout/)
  await openInNewOrganisation(page, '/dashboard/pricing')
  const card = planCard(page, 'Growth')
  const button = card.getByRole('button', { name: 'Subscribe Now' })
  for (const answer of ['none', 'an empty one'] as const) {
    await page.route('**/sandbox/checkout.js', (route) =>
      answer === 'none'
        ? route.abort()
        : route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await button.click()
    await expect(card.getByRole('alert')).toContainText('Checkout could not be opened.')
    await expect(button).toBeFocused()
    await page.unroute('**/sandbox/checkout.js')
    await pressAnotherKey(page)
  }
  expect(browserErrors.messages.join()).toContain('Subscribing failed at checkout')
  await axeInBothThemes(page)
  await subscribeTo(page, 'Growth')
})

test('one purchase is in progress at a time, and cancelling shows progress', async ({ page }) => {
  await openInNewOrganisation(page, '/dashboard/pricing')
  let created = 0
  let letCreate = () => {}
  const creation = new Promise<void>((resolve) => {
    letCreate = resolve
  })
  await page.route('**/api/create-subscription/', async (route) => {
    created++
    await creation
    await route.continue()
  })
  const button = planCard(page, 'Growth').getByRole('button', { name: 'Subscribe Now' })
  await button.dblclick()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  for (const other of ['Starter', 'Scale']) {
    await expect(
      planCard(page, other).getByRole('button', { name: 'Subscribe Now' }),
    ).toBeDisabled()
  }
  await axeInBothThemes(page)
  await expect(page.locator('.progress-bar')).toHaveCount(1)
  letCreate()
  // Now it is the buyer who takes their time.
  await expect(checkout(page)).toBeVisible()
  await expect(page.locator('.progress-bar')).toHaveCount(0)
  await checkout(page).getByRole('button', { name: 'Pay now' }).click()
  await expectSubscribed(page, 'Growth')
  expect(created).toBe(1)

  let letCancel = () => {}
  const cancellation = new Promise<void>((resolve) => {
    letCancel = resolve
  })
  await page.route('**/api/cancel-subscription/', async (route) => {
    await cancellation
    await route.continue()
  })
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByRole('button', { name: 'Cancelling...' })).toBeVisible()
  await axeInBothThemes(page)

  // Who has moved on meanwhile is told, and left alone (D51).
  await page.getByRole('link', { name: 'Invite Team' }).click()
  await page.getByLabel('Enter Email(s) (comma separated)').fill('ada@people.test')
  letCancel()
  await expect(page.getByText('Your Growth plan was cancelled.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/invite-team')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Enter Email(s) (comma separated)')).toHaveValue('ada@people.test')
})

test('a purchase and a cancellation show even if refetching fails', async ({ page }) => {
  await openInNewOrganisation(page, '/dashboard/pricing')
  const hangs = async () => {
    for (const path of ['profile', 'subscription-activity']) {
      await page.route(`**/api/${path}/`, () => {})
    }
  }
  const dialog = await openCheckout(page, 'Growth')
  await hangs()
  await dialog.getByRole('button', { name: 'Pay now' }).click()
  await expectSubscribed(page, 'Growth')
  await page.getByRole('link', { name: 'Pricing' }).click()
  await expect(planCard(page, 'Growth').getByRole('button')).toHaveText('Current Plan')

  await page.getByRole('link', { name: 'Your Subscribed Plan' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText('Your Growth plan was cancelled.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/pricing')
  await expect(planCard(page, 'Growth').getByRole('button')).toHaveText('Subscribe Now')
})

test('prices that fail to load can be retried', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 403/)
  await openSignedIn(page, 'buyer')
  let letAnswer = () => {}
  const answer = new Promise<void>((resolve) => {
    letAnswer = resolve
  })
  await page.route('**/api/pricing/', async (route) => {
    await answer
    await route.fulfill({ status: 403, json: {} })
  })
  await page.goto('/dashboard/pricing')
  await expect(page.getByText('Loading...')).toBeVisible()
  await axeInBothThemes(page)
  letAnswer()
  await expect(page.getByText('Error fetching pricing data.')).toBeVisible()
  await axeInBothThemes(page)
  await page.unroute('**/api/pricing/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Subscribe Now' })).toHaveCount(3)
})

test('every state of a subscription is accessible', async ({ page, browserErrors }) => {
  test.slow()
  browserErrors.allow(/status of 4\d\d|Subscribing failed|Cancelling the subscription failed/)
  await openInNewOrganisation(page, '/dashboard/subscription')
  await expect(page.getByText('No active plan for your organization')).toBeVisible()
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  await axeInBothThemes(page)

  await page.goto('/dashboard/pricing')
  await page.route('**/api/create-subscription/', (route) =>
    route.fulfill({ status: 409, json: { error: 'Not today.', message: 'Not today.' } }),
  )
  await planCard(page, 'Growth').getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Not today.')
  await axeInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.unroute('**/api/create-subscription/')

  const dialog = await openCheckout(page, 'Growth')
  await dialog.getByRole('button', { name: 'Let the payment fail' }).click()
  browserErrors.allow(/Payment failed/)
  await expect(dialog.getByRole('alert')).toContainText('The payment failed.')
  await axeInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
  await axeInBothThemes(page)

  await subscribeTo(page, 'Growth')
  await axeInBothThemes(page)
  await page.route('**/api/cancel-subscription/', (route) =>
    route.fulfill({ status: 422, json: { error: 'Not today.', message: 'Not today.' } }),
  )
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Cancel Growth?' })).toBeVisible()
  await axeInBothThemes(page)
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText('Your plan was not cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeEnabled()
  await axeInBothThemes(page)

  await page.getByRole('link', { name: 'Pricing' }).click()
  await planCard(page, 'Scale').getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page.getByRole('dialog', { name: 'Switch to Scale?' })).toBeVisible()
  await axeInBothThemes(page)

  await page.route('**/api/subscription-activity/', (route) =>
    route.fulfill({ status: 403, json: {} }),
  )
  await page.goto('/dashboard/default')
  await expect(page.getByText('The activity could not be loaded')).toBeVisible()
  await axeInBothThemes(page)
})
