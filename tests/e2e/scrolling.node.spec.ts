import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures'
import { holdScripts, isTakenOver } from './support/scripts'
import { openSignedIn } from './support/session'

test.use({ viewport: { width: 390, height: 700 } })

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

test('a page scrolled before its code arrives stays scrolled', async ({ page }) => {
  await openSignedIn(page, 'admin')
  const release = await holdScripts(page)
  await page.goto('/dashboard/profile', { waitUntil: 'commit' })
  await expect(page.locator('.early-admin')).toBeVisible()
  const top = await scrollDown(page, 120)
  release()
  await expect(profileForm(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await scrollTop(page)).toBe(top)
})

test('a form scrolled before its code arrives stays scrolled', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible()
  const top = await scrollDown(page, 80)
  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(await scrollTop(page)).toBe(top)
})

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

/** The audit log has 260 entries; they come by hundreds. */
async function serveLongLog(page: Page): Promise<void> {
  const entries = Array.from({ length: 260 }, (_, index) => ({
    entry_id: `entry-${index}`,
    at: new Date(Date.UTC(2026, 0, 31, 12) - index * 60_000).toISOString(),
    actor: { kind: 'user', name: 'Priya Sharma', email: 'admin@acme.test' },
    action: 'invited',
    subject: `Person ${index}`,
    details: {},
    network: '203.0.113.7',
  }))
  await page.route('**/api/audit-log/**', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('before') ?? 0)
    const data = entries.slice(from, from + 100)
    const next = from + 100 < entries.length ? String(from + 100) : null
    return route.fulfill({ json: { data, next } })
  })
}

const log = (page: Page) => page.getByRole('table', { name: 'Who did what' })
const entryCount = (page: Page) =>
  log(page).evaluate((table) => Number(table.getAttribute('aria-rowcount')) - 1)
const entryInSight = (page: Page) =>
  page.evaluate(() => document.elementFromPoint(200, 350)?.closest('tr')?.textContent)

for (const [shown, top] of [
  [100, 4_000],
  [260, 12_000],
] as const) {
  test(`back at ${shown} entries of the audit log, the same ones are in sight`, async ({
    page,
  }) => {
    await openSignedIn(page, 'admin')
    await serveLongLog(page)
    await page.goto('/dashboard/audit-log')
    await expect.poll(() => entryCount(page)).toBe(100)
    for (let count = 200; count < shown + 100; count += 100) {
      await page.getByRole('button', { name: 'Show older' }).click()
      await expect.poll(() => entryCount(page)).toBe(Math.min(count, shown))
    }
    // Its rows are drawn little by little, and measured then.
    await expect(async () => {
      await page.evaluate((to) => window.scrollTo(0, to), top)
      await page.evaluate(
        () => new Promise((drawn) => requestIdleCallback(() => requestAnimationFrame(drawn))),
      )
      expect(await scrollTop(page)).toBe(top)
    }).toPass()
    const left = await entryInSight(page)
    expect(left).toContain('Person')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await expect(profileForm(page)).toBeVisible()
    await page.goBack()
    await expect(log(page)).toBeVisible()
    expect(await entryCount(page)).toBe(shown)
    await expect.poll(() => scrollTop(page)).toBe(top)
    await expect.poll(() => entryInSight(page)).toBe(left)
  })
}
