import { expect, type Page } from '@playwright/test'
import { axeInBothThemes } from './axe-in-both-themes'

/**
 * Expects that axe finds nothing wrong with a page while its profile is on its way, and where it is
 * refused; the test allows for what the browser says of that.
 * @param expectLoading expects that the page says that it is on its way.
 */
export async function axeWithoutProfile(
  page: Page,
  path: string,
  expectLoading: () => Promise<void>,
): Promise<void> {
  const profile = '**/api/profile/'
  await page.route(profile, () => {})
  await page.goto(path)
  await expectLoading()
  await axeInBothThemes(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.route(profile, (route) => route.fulfill({ status: 403, json: {} }))
  await page.reload()
  await expect(page.getByText('No profile data available.')).toBeVisible()
  await axeInBothThemes(page)
}
