import { expect } from '@playwright/test'
import { axeInBothThemes } from './support/axe'
import { activityRows, checkout, expectSubscribed, openCheckout, planCard } from './support/billing'
import { test } from './support/fixtures'
import { openInNewOrganisation } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an organisation subscribes, upgrades and cancels', async ({ page, browserErrors }) => {
  browserErrors.allow(/Payment failed/)
  const { email } = await openInNewOrganisation(page, '/dashboard/pricing')
  const today = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date())

  await test.step('a payment that fails can be tried again, and one that works subscribes', async () => {
    const dialog = await openCheckout(page, 'Growth')
    await expect(dialog.getByRole('button', { name: 'Pay now' })).toBeFocused()
    await expect(dialog).toContainText('$99.00 USD a month')
    await expect(dialog).toContainText(`Ada Marlow, ${email}`)
    await dialog.getByRole('button', { name: 'Let the payment fail' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The payment failed.')
    await axeInBothThemes(page)
    expect(browserErrors.messages.join()).toContain('Payment failed')
    await dialog.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByText('Subscription successfully activated.')).toBeVisible()
    await expectSubscribed(page, 'Growth')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('link', { name: 'Upgrade Now' }).click()
    await expect(planCard(page, 'Growth').getByText('Current Plan')).toBeVisible()
  })

  await test.step('an upgrade asks first, and ends the old plan when the new one is paid', async () => {
    await planCard(page, 'Scale').getByRole('button', { name: 'Subscribe Now' }).click()
    const question = page.getByRole('dialog', { name: 'Switch to Scale?' })
    await question.getByRole('button', { name: 'Switch plan' }).click()
    await checkout(page).getByRole('button', { name: 'Pay now' }).click()
    await expectSubscribed(page, 'Scale')
  })

  await test.step('cancelling ends the plan now', async () => {
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Cancel Scale?' })
    await question.getByRole('button', { name: 'Cancel plan' }).click()
    await expect(page).toHaveURL('/dashboard/pricing')
    await expect(page.getByRole('button', { name: 'Subscribe Now' })).toHaveCount(3)
    await page.getByRole('link', { name: 'Your Subscribed Plan' }).click()
    await expect(page.getByText('No active plan for your organization')).toBeVisible()
    await expect
      .poll(() => activityRows(page))
      .toEqual([
        ['Scale (monthly)', 'Canceled', today, today],
        ['Growth (monthly)', 'Upgraded', today, today],
      ])
  })
})
