import { expect, type Page } from '@playwright/test'
import { deferred } from '../support/deferred'
import { test } from './support/fixtures'
import { holdScripts } from './support/scripts'
import { openSignedIn } from './support/session'

test.use({
  viewport: { width: 390, height: 700 },
  contextOptions: { reducedMotion: 'reduce' },
})

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY)

/** Turns the wheel. @returns how far down the page is then. */
async function scrollDown(page: Page, by: number): Promise<number> {
  const before = await scrollTop(page)
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, by)
  await expect.poll(() => scrollTop(page)).toBe(before + by)
  return before + by
}

const profileForm = (page: Page) => page.getByRole('form', { name: 'Update Profile' })

test('pages start at the top, and back, forward and reload restore the position', async ({
  page,
}) => {
  await openSignedIn(page, '/dashboard/profile')
  await expect(profileForm(page)).toBeVisible()
  const left = await scrollDown(page, 300)
  await expect(page.getByRole('button', { name: 'Search...' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Pricing', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
  expect(await scrollTop(page)).toBe(0)
  const plans = await scrollDown(page, 500)
  await page.goBack()
  await expect(profileForm(page)).toBeVisible()
  expect(await scrollTop(page)).toBe(left)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
  expect(await scrollTop(page)).toBe(plans)
  await page.reload()
  await expect.poll(() => scrollTop(page)).toBe(plans)

  await test.step('but not where somebody has scrolled meanwhile', async () => {
    // A request that is cut off by the reload may count for ever.
    await page.waitForLoadState('networkidle')
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('.early-admin')).toBeVisible()
    const top = await scrollDown(page, 100)
    release()
    await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await scrollTop(page)).toBe(top)
  })
})

/** Every third one wraps on phones, so that rows differ in height. */
const entryOf = (number: number) => ({
  entry_id: `entry-${number}`,
  at: '2026-01-31T12:00:00Z',
  actor: { kind: 'user', name: 'Priya Sharma', email: 'admin@acme.test' },
  action: 'invited',
  subject: `person-${number}${number % 3 === 0 ? '.whose.address.is.as.long.as.they.come' : ''}@people.test`,
  details: {},
  network: '203.0.113.7',
})

const rowCount = (page: Page) =>
  page
    .getByRole('table', { name: 'Activity' })
    .evaluate((element) => Number(element.getAttribute('aria-rowcount')) - 1)

/** @returns the row in the middle of the window: where it is, and the number that it shows. */
async function rowInSight(page: Page) {
  const row = await page.evaluate(() => {
    const { innerWidth: width, innerHeight: height } = window
    const row = document.elementFromPoint(width / 2, height / 2)?.closest('tr')
    return row && { text: row.textContent, top: row.getBoundingClientRect().top }
  })
  return { top: row?.top, number: row?.text.match(/person-(\d+)/)?.[1] }
}

/** Waits until the browser has drawn what there is. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      ),
  )

/** Turns the wheel. @returns the row in the middle then. */
async function wheel(page: Page, by: number) {
  const top = await scrollTop(page)
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, by)
  await expect.poll(() => scrollTop(page)).not.toBe(top)
  await drawn(page)
  const row = await rowInSight(page)
  expect(row.number).toBeDefined()
  return row
}

test('older entries of the audit log move nothing that is in sight, and are there on the way back', async ({
  page,
}) => {
  const { promise: answered, resolve: letAnswer } = deferred()
  // They come by hundreds, older ones when they are let.
  await page.route('**/api/audit-log/**', async (route) => {
    const before = new URL(route.request().url()).searchParams.get('before')
    if (before !== null) await answered
    const from = Number(before)
    const data = Array.from({ length: 100 }, (_, index) => entryOf(from + index))
    await route.fulfill({ json: { data, next: from === 0 ? '100' : null } })
  })
  await openSignedIn(page, '/dashboard/audit-log')
  await expect.poll(() => rowCount(page)).toBe(100)
  await page.getByRole('button', { name: 'Show older' }).click()
  const before = await wheel(page, -1_000)
  letAnswer()
  await expect.poll(() => rowCount(page)).toBe(200)
  await drawn(page)
  expect(await rowInSight(page)).toEqual(before)

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(profileForm(page)).toBeVisible()
  await page.goBack()
  await expect.poll(() => rowCount(page)).toBe(200)
  await expect.poll(() => rowInSight(page)).toEqual(before)
})

test('a long history scrolls within its card by the keyboard, below its head', async ({ page }) => {
  const rowTotal = 300
  const day = 86_400_000
  const data = Array.from({ length: rowTotal }, (_, number) => ({
    plan_name: 'Starter',
    status: false,
    upgrade_status: false,
    start_date: new Date(Date.UTC(1999, 0, 1) + number * day).toISOString(),
    end_date: new Date(Date.UTC(1999, 0, 31) + number * day).toISOString(),
  }))
  await page.route('**/api/subscription-activity/', (route) => route.fulfill({ json: { data } }))
  await page.setViewportSize({ width: 900, height: 700 })
  await openSignedIn(page, '/dashboard/subscription')
  const table = page.getByRole('table', { name: 'Subscription Activity' })
  const scroller = page.getByRole('region', { name: 'Subscription Activity' })
  await expect(table.locator('tr[aria-rowindex="2"]')).toContainText('27 Oct 1999')
  await scroller.focus()
  await page.keyboard.press('End')
  // What has loaded since above the card may have moved it.
  await scroller.scrollIntoViewIfNeeded()
  await expect(table.locator(`tr[aria-rowindex="${rowTotal + 1}"]`)).toBeInViewport()
  const head = table.locator('thead th').first()
  await expect(head).toBeInViewport()
  expect((await head.boundingBox())?.y).toBe((await scroller.boundingBox())?.y)
})
