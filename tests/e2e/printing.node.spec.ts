import { expect } from '@playwright/test'
import { refundedInFull } from '../support/invoice-examples'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

test('a tax invoice prints alone on one page, black on white from any theme', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/api/receipts/', (route) =>
    route.fulfill({ json: { data: [refundedInFull], seller: null } }),
  )
  await openSignedIn(page, `/dashboard/receipt/${refundedInFull.receipt_id}`)
  await expect(page.getByRole('heading', { name: 'Tax invoice', level: 2 })).toBeVisible()
  await page.setViewportSize({ width: 688, height: 1016 })
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ media: 'print', forcedColors, colorScheme: 'dark' })
    const paper = page.getByRole('article')
    await expect(page.locator('html')).toHaveClass(/dark/)
    await expect(paper.getByText('OL/26-27/000042')).toHaveCSS('color', 'rgb(18, 23, 43)')
    for (const gone of [
      page.getByRole('banner'),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('navigation'),
      page.getByRole('button'),
      page.getByRole('link', { name: 'All receipts' }),
    ]) {
      await expect(gone.filter({ visible: true })).toHaveCount(0)
    }
    // A link is text on paper.
    const link = paper.getByRole('link', { name: 'OL/26-27/C00003' })
    await expect(link).toHaveCSS('text-decoration-line', 'none')
    await expect(link).toHaveCSS('color', 'rgb(75, 84, 112)')
  }
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const file = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('a large team prints in full', async ({ page }) => {
  const members = Array.from({ length: 250 }, (_, number) => ({
    member_id: `member-${number}`,
    full_name: `Person ${number}`,
    email: `person-${number}@people.test`,
    is_organization_admin: false,
    joined_at: '2026-03-03T08:00:00.000Z',
    is_self: false,
  }))
  const team = { members, invitations: [], places: { taken: 250, reserved: 0, limit: null } }
  await page.route('**/api/team/', (route) => route.fulfill({ json: team }))
  // First to listen, so that the app hasn't gone back to the screen's rows yet.
  await page.addInitScript(() => {
    addEventListener('afterprint', () => {
      const rows = document.querySelectorAll('tbody tr[aria-rowindex]')
      document.documentElement.dataset.printedRows = String(rows.length)
    })
  })
  await openSignedIn(page, '/dashboard/invite-team')
  const rows = page.locator('tbody tr[aria-rowindex]')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)
  await page.pdf()
  await expect(page.locator('html')).toHaveAttribute('data-printed-rows', '250')
  await expect.poll(() => rows.count()).toBeLessThan(60)
})
