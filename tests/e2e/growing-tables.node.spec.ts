import { expect, type Page } from '@playwright/test'
import { door } from '../support/door'
import { test } from './support/fixtures'
import { hold } from './support/scripts'
import { openSignedIn } from './support/session'

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

/** The window is shown again after a while: what it shows is fetched again. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(70_000)
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
}

test('rows that weren’t drawn yet are as high as those that were: drawing them moves nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSignedIn(page, 'admin')
  await page.route('**/api/audit-log/**', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('before'))
    const data = countTo(from + 100, from).map(entryOf)
    await route.fulfill({ json: { data, next: from < 300 ? String(from + 100) : null } })
  })
  await page.goto('/dashboard/audit-log')
  for (const count of [200, 300, 400]) {
    await page.getByRole('button', { name: 'Show older' }).click()
    await expect.poll(() => rowCount(page, 'Who did what')).toBe(count)
  }
  await drawn(page)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  await page.keyboard.press('End')
  await expect(page.getByText('That is all there is.')).toBeInViewport()
  await drawn(page)
  expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(1)
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('older entries of the audit log move nothing that is in sight', async ({ page }) => {
      await openSignedIn(page, 'admin')
      let answer = door()
      await page.route('**/api/audit-log/**', async (route) => {
        const before = new URL(route.request().url()).searchParams.get('before')
        if (before !== null) await answer.opened
        const from = Number(before)
        const data = countTo(Math.min(from + 100, 460), from).map(entryOf)
        await route.fulfill({ json: { data, next: from < 360 ? String(from + 100) : null } })
      })
      const letCode = await hold(page, '**/assets/VirtualRows-*.js')
      await page.goto('/dashboard/audit-log')
      await expect.poll(() => rowCount(page, 'Who did what')).toBe(100)

      /** Asks for older ones, and scrolls up before they come. */
      async function showOlder(count: number, up: number) {
        answer = door()
        await page.getByRole('button', { name: 'Show older' }).click()
        const before = await wheel(page, -up)
        answer.open()
        await expect.poll(() => rowCount(page, 'Who did what')).toBe(count)
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

      await showOlder(300, 10)
      await showOlder(400, 1_000)
      // There are no more: the focus goes to the words that say so, far below.
      await showOlder(460, 10)
      await expect(page.getByText('That is all there is.')).toBeFocused()
    })
  })
}

test.describe('on a phone, where rows differ in height,', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('newer entries move nothing that is in sight', async ({ page }) => {
    await openSignedIn(page, 'admin')
    await page.clock.install()
    let newest = 0
    await page.route('**/api/audit-log/**', async (route) => {
      const before = new URL(route.request().url()).searchParams.get('before')
      const from = before === null ? newest : Number(before)
      const data = countTo(from + 100, from).map(entryOf)
      await route.fulfill({ json: { data, next: String(from + 100) } })
    })
    for (const shown of [100, 300]) {
      newest = 3
      await page.goto('/dashboard/audit-log')
      for (let count = 100; count < shown; count += 100) {
        await expect.poll(() => rowCount(page, 'Who did what')).toBe(count)
        await page.getByRole('button', { name: 'Show older' }).click()
      }
      await expect.poll(() => rowCount(page, 'Who did what')).toBe(shown)
      await page.evaluate(() => window.scrollTo(0, 2_000))
      const before = await wheel(page, -100)
      const top = await page.evaluate(() => window.scrollY)
      newest = 0
      await comeBack(page)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(top)
      await drawn(page)
      expect(await rowInSight(page), `of ${shown}`).toEqual(before)
    }
  })

  test('a team that grows beyond two hundred moves nobody who is in sight', async ({ page }) => {
    await openSignedIn(page, 'admin')
    await page.clock.install()
    let waiting = 0
    await page.route('**/api/team/', async (route) => {
      const members = countTo(150).map((number) => ({
        member_id: `member-${number}`,
        full_name: '',
        email: addressOf(number),
        is_organization_admin: false,
        joined_at: at,
        is_self: false,
      }))
      // Those whose mail waits come before those whose mail was sent.
      const invitations = countTo(200, 151 - waiting).map((number) => ({
        invitation_id: `invitation-${number}`,
        email: addressOf(number),
        state: number < 151 ? 'waiting' : 'sent',
        state_since: at,
        expires_at: at,
      }))
      const places = { taken: 150, reserved: invitations.length, limit: null }
      await route.fulfill({ json: { members, invitations, places } })
    })
    await page.goto('/dashboard/invite-team')
    await expect.poll(() => rowCount(page, 'Team')).toBe(199)
    await expect.poll(() => drawnRows(page)).toBe(199)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const before = await wheel(page, -500)
    waiting = 2
    await comeBack(page)
    await expect.poll(() => drawnRows(page)).toBeLessThan(100)
    await drawn(page)
    expect(await rowCount(page, 'Team')).toBe(201)
    expect(await rowInSight(page)).toEqual(before)
  })

  test('a new plan moves none of the former ones that is in sight', async ({ page }) => {
    await openSignedIn(page, 'admin')
    await page.clock.install()
    let [count, oldest] = [0, 0]
    await page.route('**/api/subscription-activity/', async (route) => {
      const data = countTo(count, -oldest).map((number) => ({
        plan_name: `person-${number + 2}`,
        status: false,
        upgrade_status: false,
        start_date: new Date(Date.UTC(2026, 0, 1) - number * 86_400_000).toISOString(),
        end_date: at,
      }))
      await route.fulfill({ json: { data } })
    })
    for (const former of [30, 199]) {
      count = former
      oldest = 0
      await page.goto('/dashboard/subscription')
      await expect.poll(() => rowCount(page, 'Subscription Activity')).toBe(former)
      const table = page.getByRole('table', { name: 'Subscription Activity' })
      await expect(table.locator('tbody > tr[data-index]')).toHaveCount(former)
      await expect(page.locator('main [data-unsettled], main [data-waiting]')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      await table.evaluate(
        (element, middle) => {
          element.scrollIntoView({ block: 'start' })
          element.parentElement?.scrollTo(0, middle)
        },
        (53 * former) / 2,
      )
      await page.evaluate(() => {
        const top = document.querySelector('section:has(> table)')?.getBoundingClientRect().top
        window.scrollBy(0, (top ?? 0) + 200 - window.innerHeight / 2)
      })
      await drawn(page)
      const before = await rowInSight(page)
      expect(before.number).toBeDefined()
      oldest = 2
      await comeBack(page)
      await expect.poll(() => rowCount(page, 'Subscription Activity')).toBe(former + 2)
      if (former > 190) await expect.poll(() => drawnRows(page)).toBeLessThan(100)
      await drawn(page)
      expect(await rowInSight(page), `of ${former}`).toEqual(before)
    }
  })
})
