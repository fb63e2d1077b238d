import { expect, type Locator, type Page } from '@playwright/test'
import type { SubscriptionActivityRow } from '../../contract/billing'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { fontHasCome } from './support/font'
import { openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const rowCount = 10_000
const day = 24 * 60 * 60 * 1000

/** Each day from 1999 on another subscription, of 30 days; every tenth has no end. */
const history = Array.from({ length: rowCount }, (_, index): SubscriptionActivityRow => {
  const start = Date.UTC(1999, 0, 1) + index * day
  return {
    plan_name: ['Starter', 'Growth', 'Scale'][index % 3] ?? '',
    status: index % 10 === 0,
    upgrade_status: index % 10 === 1,
    start_date: new Date(start).toISOString(),
    end_date: index % 10 === 0 ? null : new Date(start + 30 * day).toISOString(),
  }
})

async function openHistory(page: Page): Promise<Locator> {
  await openSignedIn(page, 'admin')
  await page.route('**/api/subscription-activity/', (route) =>
    route.fulfill({ json: { data: history } }),
  )
  await page.goto('/dashboard/subscription')
  const table = page.getByRole('table', { name: 'Subscription Activity' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  return table
}

const scroller = (page: Page) => page.getByRole('region', { name: 'Subscription Activity' })

const filterOf = (page: Page) =>
  page.getByRole('searchbox', { name: 'Filter Subscription Activity' })

/** The rows that are in the page, without the header and what stands in for the others. */
const rowsOf = (table: Locator) => table.locator('tbody tr[aria-rowindex]')

test('the newest rows come first, the header stays visible, and the keyboard scrolls', async ({
  page,
}) => {
  const table = await openHistory(page)
  await expect(table.getByRole('columnheader').nth(2)).toHaveAttribute('aria-sort', 'descending')
  await expect(rowsOf(table).first()).toContainText('18 May 2026')
  await axeInBothThemes(page)
  expect((await scroller(page).boundingBox())?.height).toBe(400)
  const filter = filterOf(page)
  for (const typed of ['', 'grow']) {
    await filter.fill(typed)
    await expect(filter).toHaveCSS('width', '208px')
  }
  await filter.clear()
  // As long as it is narrowed, the end is another one.
  await expect(table).toHaveAttribute('aria-rowcount', String(rowCount + 1))
  // Who wants no motion waits for none: a spacer that is a frame late would end the scrolling early.
  await expect(rowsOf(table).first()).toHaveCSS('transition-duration', '0s')
  await scroller(page).focus()
  await page.keyboard.press('End')
  await expect(table.locator(`tr[aria-rowindex="${rowCount + 1}"]`)).toBeInViewport()
  await expect(table.locator('thead th').first()).toBeInViewport()
  const [header, frame] = [table.locator('thead th').first(), scroller(page)]
  expect((await header.boundingBox())?.y).toBe((await frame.boundingBox())?.y)
  expect(await rowsOf(table).count()).toBeLessThan(60)
  await page.keyboard.press('Home')
  await expect(table.locator('tr[aria-rowindex="2"]')).toBeInViewport()
})

test('the history can be read on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const table = await openHistory(page)
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await fontHasCome(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const title = await page.getByRole('heading', { name: 'Subscription Activity' }).boundingBox()
    // Filter and download have a row of their own, from one edge to the other.
    const left = (await filterOf(page).boundingBox())?.x
    const right = await page
      .getByRole('button', { name: 'Download CSV' })
      .first()
      .evaluate((button) => innerWidth - button.getBoundingClientRect().right)
    expect([left, right]).toEqual([title?.x, title?.x])
    const cut = await table.locator('th, td').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const { left, right } = cell.getBoundingClientRect()
          return cell.scrollWidth > cell.clientWidth || left < 0 || right > innerWidth
        })
        .map((cell) => cell.textContent),
    )
    expect(cut, `what is cut off at ${width} px`).toEqual([])
  }
  await axeInBothThemes(page)
  await table.getByRole('button', { name: 'END DATE' }).click()
  await expect(rowsOf(table).first()).toContainText('17 Jun 2026')
})
