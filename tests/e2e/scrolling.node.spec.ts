import { expect, type Page } from '@playwright/test'
import { deferred } from '../support/deferred'
import { test } from './support/fixtures'
import { hold, holdScripts } from './support/scripts'
import { openSignedIn } from './support/session'

test.use({
  viewport: { width: 390, height: 700 },
  contextOptions: { reducedMotion: 'reduce' },
})

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY)

/** Turns the wheel, as a person does who wants to see what is below. */
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
  await openSignedIn(page, 'admin', '/dashboard/profile')
  await expect(profileForm(page)).toBeVisible()
  const left = await scrollDown(page, 300)
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

const at = '2026-01-31T12:00:00Z'

/** Every third one wraps on phones, so that rows differ in height. */
const addressOf = (number: number) =>
  `person-${number}${number % 3 === 0 ? '.whose.address.is.as.long.as.they.come' : ''}@people.test`

const entryOf = (number: number) => ({
  entry_id: `entry-${number}`,
  at,
  actor: { kind: 'user', name: 'Priya Sharma', email: 'admin@acme.test' },
  action: 'invited',
  subject: addressOf(number),
  details: {},
  network: '203.0.113.7',
})

const countTo = (end: number, from = 0) =>
  Array.from({ length: end - from }, (_, index) => from + index)

const rowCount = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table })
    .evaluate((element) => Number(element.getAttribute('aria-rowcount')) - 1)

/** How many rows are in the page: of a long table only those near the ones in sight. */
const drawnRows = (page: Page) => page.locator('tbody > tr[data-index]').count()

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

/** Turns the wheel, as a person does. @returns the row in the middle then. */
async function wheel(page: Page, by: number) {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const top = await page.evaluate(() => window.scrollY)
  await page.mouse.move(width / 2, height / 2)
  await page.mouse.wheel(0, by)
  await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(top)
  await drawn(page)
  const row = await rowInSight(page)
  expect(row.number).toBeDefined()
  return row
}

/** The audit log has so many entries; they come by hundreds, older ones when they are let. @param letOlder waits for that. */
async function serveLog(page: Page, count: number, letOlder = () => Promise.resolve()) {
  await page.route('**/api/audit-log/**', async (route) => {
    const before = new URL(route.request().url()).searchParams.get('before')
    if (before !== null) await letOlder()
    const from = Number(before)
    const data = countTo(Math.min(from + 100, count), from).map(entryOf)
    const next = from + 100 < count ? String(from + 100) : null
    await route.fulfill({ json: { data, next } })
  })
}

test('older entries of the audit log move nothing that is in sight, and are there on the way back', async ({
  page,
}) => {
  await openSignedIn(page, 'admin')
  let answer = deferred()
  await serveLog(page, 360, () => answer.promise)
  const letCode = await hold(page, '**/assets/VirtualRows-*.js')
  await page.goto('/dashboard/audit-log')
  await expect.poll(() => rowCount(page, 'Activity')).toBe(100)

  /** Asks for older ones, and scrolls up before they come. */
  async function showOlder(count: number, up: number) {
    answer = deferred()
    await page.getByRole('button', { name: 'Show older' }).click()
    const before = await wheel(page, -up)
    answer.resolve()
    await expect.poll(() => rowCount(page, 'Activity')).toBe(count)
    await drawn(page)
    expect(await rowInSight(page)).toEqual(before)
  }
  await showOlder(200, 1_000)
  // The code that draws long tables comes later than they do.
  const before = await wheel(page, 500)
  letCode()
  await expect.poll(() => drawnRows(page)).toBeLessThan(100)
  await drawn(page)
  expect(await rowInSight(page)).toEqual(before)
  await showOlder(300, 1_000)
  // There are no more: the focus goes to the words that say so, far below.
  await showOlder(360, 10)
  await expect(page.getByText('That is all there is.')).toBeFocused()

  await wheel(page, -3_000)
  const top = await scrollTop(page)
  const left = await rowInSight(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(profileForm(page)).toBeVisible()
  await page.goBack()
  await expect.poll(() => rowCount(page, 'Activity')).toBe(360)
  await expect.poll(() => scrollTop(page)).toBe(top)
  await expect.poll(() => rowInSight(page)).toEqual(left)
})

/** Opens a history of 10,000 rows, and presses End in its card. */
async function scrollToTheEnd(page: Page) {
  await openSignedIn(page, 'admin')
  const rowTotal = 10_000
  const day = 86_400_000
  const data = countTo(rowTotal).map((number) => ({
    plan_name: 'Starter',
    status: false,
    upgrade_status: false,
    start_date: new Date(Date.UTC(1999, 0, 1) + number * day).toISOString(),
    end_date: new Date(Date.UTC(1999, 0, 31) + number * day).toISOString(),
  }))
  await page.route('**/api/subscription-activity/', (route) => route.fulfill({ json: { data } }))
  await page.goto('/dashboard/subscription')
  const table = page.getByRole('table', { name: 'Subscription Activity' })
  const scroller = page.getByRole('region', { name: 'Subscription Activity' })
  await expect(table.locator('tr[aria-rowindex="2"]')).toContainText('18 May 2026')
  // The code that scrolls long tables arrives late.
  await expect.poll(() => scroller.evaluate((one) => one.scrollHeight)).toBeGreaterThan(100_000)
  await scroller.focus()
  await page.keyboard.press('End')
  const last = table.locator(`tr[aria-rowindex="${rowTotal + 1}"]`)
  await expect(last).toBeVisible()
  // What has loaded since above the card may have moved it.
  await scroller.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  expect(await drawnRows(page)).toBeLessThan(60)
  return { table, scroller }
}

test('a long history scrolls within its card by the keyboard, on a phone', async ({ page }) => {
  await scrollToTheEnd(page)
})

test('a long history scrolls within its card by the keyboard, below its head', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 })
  const { table, scroller } = await scrollToTheEnd(page)
  const head = table.locator('thead th').first()
  await expect(head).toBeInViewport()
  expect((await head.boundingBox())?.y).toBe((await scroller.boundingBox())?.y)
})
