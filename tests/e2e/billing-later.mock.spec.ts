import { expect } from '@playwright/test'
import { monthsAfter } from '../../server/payments/sandbox/subscription-life'
import { activityRows } from './support/billing'
import { buyAndLookOn, day, dayText } from './support/billing-year'
import { test } from './support/fixtures'

// A whole year, with an upgrade and a refund, is in tests/long/browser.
test('a renewal fails and is paid, then the plan is stopped and ends, and the page shows what is booked', async ({
  page,
  browserErrors,
}) => {
  test.slow()
  browserErrors.allow(/status of 401/)
  const { start, main, banner, comeBackAt, expectRenewal, changeCard } = await buyAndLookOn(page)
  const [renewal, end] = [monthsAfter(start, 1), monthsAfter(start, 2)]
  await expectRenewal(renewal, '$99', '0341')

  await comeBackAt(new Date(renewal.getTime() + 2 * day))
  await expect(banner).toContainText('it will be charged $99 straight away.')
  await changeCard('Use a new card', 'The overdue $99 will be charged to it straight away')
  await expectRenewal(end, '$99', '4242')

  await main.getByRole('button', { name: 'Stop renewing' }).click()
  await expect(main).toContainText(`Ends on ${dayText(end, 'long')}; nothing more will be charged`)
  await comeBackAt(new Date(end.getTime() - day))
  await expect(main.getByRole('button', { name: 'Keep my plan' })).toHaveCount(0)
  await comeBackAt(new Date(end.getTime() + 2 * day))
  await expect(main).toContainText('No active plan for your organization')
  await expect
    .poll(() => activityRows(page))
    .toEqual([['Growth', 'Canceled', dayText(start), dayText(end)]])
})

test('the banner of a failed payment fits on a phone, with text at 200 %', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/subscription?mock-scenario=admin,payment:pending')
  const button = page.getByRole('button', { name: 'Change payment method' })
  await expect(button).toBeVisible()
  const client = await page.context().newCDPSession(page)
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await expect(page.locator('html')).toHaveCSS('font-size', '32px')
  const tooWide = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  await expect.poll(tooWide).toBe(0)
})
