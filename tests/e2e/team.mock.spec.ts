import { expect } from '@playwright/test'
import { test } from './support/fixtures'

test('in a window of 720 px every address is read whole, in the team on one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 900 })
  await page.goto('/dashboard/invite-team?mock-scenario=admin,team:12')
  const address = page.getByText('greta.gupta.6@acme.test', { exact: true })
  await expect(address).toBeVisible()
  const lines = await address.evaluate(
    (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
  )
  expect(lines).toBe(1)

  await page.goto('/dashboard/audit-log?mock-scenario=admin,audit:3')
  const actor = page
    .getByRole('table', { name: 'Who did what' })
    .getByText('admin@acme.test', { exact: true })
    .locator('visible=true')
    .first()
  await expect(actor).toBeVisible()
  expect(await actor.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
})

test.describe('where dates are written as in the US', () => {
  test.use({ locale: 'en-US' })

  test('in a window of 820 px since when somebody is a member takes one line', async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.goto('/dashboard/invite-team?mock-scenario=admin')
    const since = page.getByText(/^Member since/).locator('visible=true')
    await expect(since.first()).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const lines = await since.evaluateAll((texts) =>
      texts.map((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return range.getClientRects().length
      }),
    )
    expect(lines).toEqual(lines.map(() => 1))
  })
})
