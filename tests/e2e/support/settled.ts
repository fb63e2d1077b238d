import type { Page } from '@playwright/test'

/** Opens a page of `tests/support/pages.ts`, and waits until it is settled. */
export async function openSettled(
  page: Page,
  { path, shows }: { path: string; shows: string },
): Promise<void> {
  await page.goto(path)
  await settled(page, shows)
}

/**
 * Waits until the app shows the open page with all its data, in the product's font. The font comes behind the code on a
 * first visit.
 * @param shows the heading that comes last (`tests/support/pages.ts`).
 */
export async function settled(page: Page, shows: string): Promise<void> {
  // Looks in each frame. Playwright's own assertions soon look only twice a second.
  await page.waitForFunction(isSettled, shows, { timeout: 30_000 })
}

/** In the page. */
function isSettled(shows: string): boolean {
  if (document.querySelector('.early, main :is([data-unsettled], [data-waiting])')) return false
  const hasFont = [...document.fonts].some(
    ({ family, status }) => family.includes('Inter Variable') && status === 'loaded',
  )
  // Pages beside the app don't mark that their font is there.
  const isApp = document.getElementById('root') !== null
  const usesFont = hasFont && document.documentElement.classList.contains('boot-cached')
  const headings = [...document.querySelectorAll('h1, h2, h3')]
  return (
    (usesFont || !isApp) &&
    headings.some((one) => one.textContent?.trim() === shows && one.checkVisibility())
  )
}
