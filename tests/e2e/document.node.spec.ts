import { expect, type Page } from '@playwright/test'
import { planCard, subscribeTo } from './support/billing'
import { test } from './support/fixtures'
import { openInNewOrganisation } from './support/organisation'
import { openSignedIn } from './support/session'

const themeColour = (page: Page) => page.locator('meta[name="theme-color"]')

test('the app can be installed: manifest and icons exist', async ({ page, request }) => {
  await page.goto('/signin')
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ name: 'Orglens', start_url: './', display: 'standalone' })
  const links = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((found) =>
      found.map((link) => ({ src: link.getAttribute('href') ?? '', sizes: 'any' })),
    )
  const icons: Array<{ src: string; sizes: string }> = [...manifest.icons, ...links]
  expect(icons.length).toBeGreaterThan(3)
  for (const { src, sizes } of icons) {
    // Drawing it below says of one that is in the page whether it is good.
    if (!src.startsWith('data:image/')) {
      expect((await request.get(src)).headers()['content-type'], src).toMatch(/^image\//)
    }
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
  }
})

// Other tabs: `tests/unit/theme.test.ts`.
test('the theme starts light whatever the system prefers, and a choice is kept', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openSignedIn(page, 'member', '/dashboard/profile')
  await expect(themeColour(page)).toHaveAttribute('content', '#f6f7fb')
  await expect(page.locator('html')).not.toContainClass('dark')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(themeColour(page)).toHaveAttribute('content', '#0b0f1e')
  await expect(page.locator('html')).toContainClass('dark')
  await page.reload()
  await expect(themeColour(page)).toHaveAttribute('content', '#0b0f1e')
  await expect(page.locator('html')).toContainClass('dark')
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
})

test('the subscription prints without controls', async ({ page }) => {
  await openInNewOrganisation(page, '/dashboard/pricing')
  await expect(planCard(page, 'Growth')).toBeVisible()
  await subscribeTo(page, 'Growth')
  await page.emulateMedia({ media: 'print' })
  const activity = page.getByRole('table', { name: 'Subscription Activity' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
  await expect(activity.getByRole('rowheader', { name: 'Growth' })).toBeVisible()
  for (const gone of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('button', { name: 'Search...' }),
    page.getByRole('button', { name: 'Profile menu' }),
    page.getByRole('button', { name: 'Cancel', exact: true }),
    page.getByRole('link', { name: 'Upgrade Now' }),
    page.getByRole('contentinfo'),
  ]) {
    await expect(gone).toBeHidden()
  }

  await page.goto('/dashboard/audit-log')
  await expect(page.getByRole('table', { name: 'Who did what' })).toBeVisible()
  await expect(page.getByLabel('Filter the audit log')).toBeHidden()
  await expect(page.getByLabel('Kind of action')).toBeHidden()
  // Who reads it on paper doesn't know which day was today.
  const when = page.locator('tbody time').first()
  await expect(when.getByText('Today')).toBeHidden()
  const date = await when.getAttribute('title')
  expect(await when.evaluate((time) => getComputedStyle(time, '::after').content)).toBe(`"${date}"`)

  // Chromium repeats a table's head on each page, but draws no buttons there.
  await page.goto('/dashboard/invite-team')
  const team = page.getByRole('table', { name: 'Team' })
  await expect(team.getByText('Person')).toBeVisible()
  await expect(team.locator('th button').first()).toHaveCSS('display', 'contents')
  // The menus' column leaves its room to the others.
  await expect(team.getByRole('columnheader')).toHaveText(['Person', 'Role', 'Status'])

  // What is a button on the screen is text here.
  await page.goto('/dashboard/profile')
  await expect(page.getByText(/^https?:\/\/[^/]+\/fabrikam-/)).toBeVisible()
  const active = page.getByRole('table', { name: 'Where you are signed in' }).locator('time')
  await expect(active.getByText('Now')).toBeHidden()
  const instant = await active.getAttribute('title')
  expect(await active.evaluate((time) => getComputedStyle(time, '::after').content)).toBe(
    `"${instant}"`,
  )

  // The title, too, where it has gone from the screen.
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/dashboard/main')
  await expect(page.locator('main iframe')).toBeVisible()
  await page.mouse.wheel(0, 400)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveCSS('opacity', '0')
  await page.emulateMedia({ media: 'print' })
  expect(await title.evaluate((h1) => getComputedStyle(h1).maxHeight)).toBe('none')
  expect(await title.evaluate((h1) => getComputedStyle(h1).opacity)).toBe('1')
})

test('a long history prints in full', async ({ page }) => {
  await openSignedIn(page, 'admin')
  const data = Array.from({ length: 250 }, (_, index) => ({
    plan_name: `Plan ${index}`,
    status: false,
    upgrade_status: false,
    start_date: new Date(Date.UTC(2020, 0, 1 + index)).toISOString(),
    end_date: new Date(Date.UTC(2020, 0, 2 + index)).toISOString(),
  }))
  await page.route('**/api/subscription-activity/', (route) => route.fulfill({ json: { data } }))
  // Its rows would come in between.
  await page.route('**/api/receipts/', () => {})
  // First to listen, so that the app hasn't gone back to the screen's rows yet.
  await page.addInitScript(() => {
    addEventListener('afterprint', () => {
      const rows = document.querySelectorAll('tbody tr[aria-rowindex]')
      document.documentElement.dataset.printedRows = String(rows.length)
    })
  })
  await page.goto('/dashboard/subscription')
  const rows = page.locator('tbody tr[aria-rowindex]')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)
  await page.pdf()
  await expect(page.locator('html')).toHaveAttribute('data-printed-rows', '250')
  await expect.poll(() => rows.count()).toBeLessThan(60)
})
