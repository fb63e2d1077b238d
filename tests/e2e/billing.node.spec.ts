import { expect, type Page } from '@playwright/test'
import { door } from '../support/door'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { openCheckout, planCard, subscribeTo } from './support/billing'
import { test } from './support/fixtures'
import { openInNewOrganisation } from './support/organisation'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Keeps back calls to `path`, to answer them with a refusal when told to. */
async function hold(page: Page, path: string, status: number) {
  const { open, opened } = door()
  await page.route(`**${path}`, async (route) => {
    await opened
    await route.fulfill({ status, json: { error: 'Not today.', message: 'Not today.' } })
  })
  return { answer: open, end: () => page.unroute(`**${path}`) }
}

test('every state of a subscription is accessible, and after a checkout that fails to load the next attempt works', async ({
  page,
  browserErrors,
}) => {
  test.slow()
  browserErrors.allow(
    /ERR_FAILED|status of 4\d\d|Subscribing failed|Cancelling the subscription failed/,
  )
  await openInNewOrganisation(page)
  const price = await hold(page, '/api/pricing/', 403)
  await page.goto('/dashboard/pricing')
  await expect(page.getByText('Loading...')).toBeVisible()
  await axeInBothThemes(page)
  price.answer()
  await expect(page.getByText('Error fetching pricing data.')).toBeVisible()
  await axeInBothThemes(page)
  await price.end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(planCard(page, 'Growth')).toBeVisible()
  // A plan's button stands where this one stood.

  const creation = await hold(page, '/api/create-subscription/', 409)
  await planCard(page, 'Growth').getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(planCard(page, 'Growth').getByRole('button')).toHaveAttribute('aria-busy', 'true')
  await axeInBothThemes(page)
  creation.answer()
  await expect(page.getByRole('alertdialog')).toContainText('Not today.')
  await axeInBothThemes(page)
  await page.keyboard.press('Escape')
  await creation.end()

  const card = planCard(page, 'Growth')
  const subscribe = card.getByRole('button', { name: 'Subscribe Now' })
  await page.route('**/sandbox/checkout.js', (route) => route.abort())
  await subscribe.click()
  await expect(card.getByRole('alert')).toContainText('Checkout could not be opened.')
  await expect(subscribe).toBeFocused()
  // It is told at its plan, not as a failure of the page.
  await expect(page.locator('html')).not.toHaveClass(/boot-failed/)
  await axeInBothThemes(page)
  await page.unroute('**/sandbox/checkout.js')

  const dialog = await openCheckout(page, 'Growth')
  await dialog.getByRole('button', { name: 'Let the payment fail' }).click()
  browserErrors.allow(/Payment failed/)
  await expect(dialog.getByRole('alert')).toContainText('The payment failed.')
  await axeInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
  await expect(subscribe).toBeFocused()
  await axeInBothThemes(page)

  await subscribeTo(page, 'Growth')
  const cancellation = await hold(page, '/api/cancel-subscription/', 422)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Cancel Growth?' })).toBeVisible()
  await axeInBothThemes(page)
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByRole('button', { name: 'Cancelling...' })).toBeVisible()
  await axeInBothThemes(page)
  cancellation.answer()
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
