import { expect, type Locator, type Page } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Opens an address where the first call for the profile never gets an answer; later ones do. */
async function openWithHangingProfile(page: Page, path: string) {
  await openSignedIn(page, 'admin')
  await page.clock.install()
  await page.route('**/api/profile/', () => {}, { times: 1 })
  await page.goto(path)
  // The prerendered page looks the same as the app that waits.
  await expect(page.locator('.early')).toHaveCount(0)
}

/** @returns where everything on the page is, but for what turns, and the note of what is late. */
async function placesOnPage(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => !element.closest('svg, [data-waiting] > :last-child'))
      .map((element) => JSON.stringify(element.getBoundingClientRect())),
  )
}

test('after 10 s a hanging page says so, and a retry loads it', async ({ page }) => {
  await openWithHangingProfile(page, '/dashboard/main')
  const loading = page.getByText('Loading Dashboard...')
  await expect(loading).toBeVisible()
  const note = page.getByText('This is taking longer than usual.')
  const before = await placesOnPage(page)
  await expect(note).toHaveCount(0)
  await page.clock.fastForward(10_000)
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

/** @returns the texts of the page that lie under the note of what is late. */
async function textsUnder(note: Locator): Promise<string[]> {
  return await note.locator('..').evaluate((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const covered: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (card.contains(text) || text.parentElement?.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const boxes = [...range.getClientRects()]
      if (
        boxes.some(
          (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        )
      )
        covered.push(text.textContent ?? '')
    }
    return covered
  })
}

test('the note on the profile page covers no text, at any width', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWithHangingProfile(page, '/dashboard/profile')
  await page.clock.fastForward(10_000)
  const note = page.getByText('This is taking longer than usual.')
  await expect(note).toBeInViewport()
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await textsUnder(note), `${width} px`).toEqual([])
  }
})
