import { expect, type Page } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { type HostOptions, test } from './support/fixtures'
import { openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Opens an address where the first call for the profile never gets an answer; later ones do. */
async function openWithHangingProfile(page: Page, host: HostOptions['host'], path: string) {
  await openSignedIn(page, 'admin')
  if (host === 'mock') return await page.goto(`${path}?mock-fail=getProfile:never:once`)
  await page.route('**/api/profile/', () => {}, { times: 1 })
  await page.goto(path)
}

/** @returns where everything on the page is, but for what turns, and the note of what is late. */
async function placesOnPage(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => !element.closest('svg, [data-waiting] > :last-child'))
      .map((element) => JSON.stringify(element.getBoundingClientRect())),
  )
}

test('what hangs says so after 10 s, and another try brings it', async ({ page, host }) => {
  await openWithHangingProfile(page, host, '/dashboard/main')
  const loading = page.getByText('Loading Dashboard...')
  await expect(loading).toBeVisible()
  const note = page.getByText('This is taking longer than usual.')
  // What shows before the app has come looks the same.
  await expect(page.locator('main [data-waiting]')).toBeVisible()
  const before = await placesOnPage(page)
  await expect(note).toHaveCount(0)
  await expect(note).toBeVisible()
  await expect(loading).toBeVisible()
  expect(await placesOnPage(page)).toEqual(before)
  await axeInBothThemes(page)

  const again = page.getByRole('button', { name: 'Try again' })
  await again.focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Acme Analytics Overview' })
  await expect(heading).toBeFocused()
  await expect(note).toHaveCount(0)
})
