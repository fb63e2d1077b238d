import { expect } from '@playwright/test'
import { test } from './support/fixtures'

const panel = 'main [role=tabpanel]:not([inert])'
const ended = 'This view’s link has expired.'

test('a day with several tabs loses no filter, and no link ends without a word', async ({
  page,
  browserErrors,
}) => {
  // Expired access tokens are renewed; requests with expired links are refused.
  browserErrors.allow(/status of 40[01]/)
  const frame = page.frameLocator(`${panel} iframe`)
  const filter = frame.getByRole('combobox')
  const choose = async (name: string) => {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(`Acme Analytics ${name}`)
    await expect(frame.locator('canvas').first()).toBeVisible()
  }
  /** @returns whether the host answers the link of the frame that shows. */
  const works = () =>
    page.locator(`${panel} iframe`).evaluate(async (frame: HTMLIFrameElement) => {
      const answer = await fetch(`/sandbox/sample-link.json${new URL(frame.src).search}`)
      return answer.ok
    })

  await page.clock.install()
  await page.goto('/dashboard/main?mock-scenario=member,dashboards:4')
  await choose('Sales')
  await filter.selectOption('Enterprise')
  await filter.focus()
  await choose('Overview')
  for (const asleep of ['30:00', '59:00', '02:00:00', '05:00:00']) {
    await page.clock.fastForward(asleep)
    await expect.poll(works).toBe(true)
    await expect(page.locator(panel).getByText(ended)).toHaveCount(0)
  }
  await choose('Sales')
  await expect(filter).toHaveValue('Enterprise')
  expect(await works()).toBe(false)
  await expect(page.locator(panel).getByText(ended)).toBeInViewport()
  await page.locator(panel).getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator(panel).getByText(ended)).toHaveCount(0)
  await filter.selectOption('Mid-market')
  await expect(frame.getByRole('alert')).toHaveCount(0)
})
