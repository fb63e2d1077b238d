import { expect, type Page } from '@playwright/test'
import type { Receipt } from '../../contract/receipts'
import { refundedInFull, withinState } from '../support/invoice-examples'
import { planCard, subscribeTo } from './support/billing'
import { openInNewOrganisation } from './support/organisation'
import { openSignedIn } from './support/session'
import { test } from './support/whole-browser'

/** Opens the page of a payment with tax invoices, which are made up here. */
async function openPaper(page: Page, receipt: Receipt): Promise<void> {
  await openSignedIn(page, 'admin')
  await page.route('**/api/receipts/', (route) =>
    route.fulfill({ json: { data: [receipt], seller: null } }),
  )
  await page.goto(`/dashboard/receipt/${receipt.receipt_id}`)
  await expect(page.getByRole('heading', { name: 'Tax invoice', level: 2 })).toBeVisible()
}

/** Prints the page as a PDF. @returns how many pages that has, and its title. */
async function printed(page: Page, format: 'A4' | 'Letter') {
  const file = (await page.pdf({ format })).toString('latin1')
  return {
    pages: file.match(/\/Type\s*\/Page\b/g)?.length,
    title: /\/Title\s*\(([^)]*)\)/.exec(file)?.[1],
  }
}

test('a tax invoice prints on one page of A4 and of Letter, with a good name', async ({ page }) => {
  await openPaper(page, withinState)
  const paper = { pages: 1, title: 'Tax invoice OL-26-27-000042' }
  expect(await printed(page, 'A4')).toEqual(paper)
  expect(await printed(page, 'Letter')).toEqual(paper)
})

test('a longer invoice prints on several pages', async ({ page }) => {
  const footnote = Array.from({ length: 40 }, (_, line) => `Line ${line} of many.`).join('\n')
  const papers = withinState.tax_documents.map((paper) => ({ ...paper, footnote }))
  await openPaper(page, { ...withinState, tax_documents: papers })
  expect(await printed(page, 'A4')).toMatchObject({ pages: 2 })
})

test('it prints alone, black on white from any theme, its columns on the margins', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await openPaper(page, refundedInFull)
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
  const edges = await page.getByRole('article').evaluate((paper) => {
    const box = paper.getBoundingClientRect()
    const boxesOf = (selector: string) =>
      [...paper.querySelectorAll(selector)].map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getBoundingClientRect()
      })
    const starts = ['h2', 'h3', 'thead th'].map((selector) => boxesOf(selector)[0])
    const ends = ['thead th', 'tbody td', 'dd'].map((selector) => boxesOf(selector).at(-1))
    return [
      box.left,
      window.innerWidth - box.right,
      ...starts.map((text) => (text?.left ?? 0) - box.left),
      ...ends.map((text) => box.right - (text?.right ?? 0)),
    ]
  })
  for (const distance of edges) expect(Math.abs(distance)).toBeLessThan(1.5)
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
  await expect(page.getByRole('table', { name: 'Activity' })).toBeVisible()
  await expect(page.getByLabel('Filter the audit log')).toBeHidden()
  await expect(page.getByLabel('Kind of action')).toBeHidden()
  // Who reads it on paper doesn't know which day was today.
  const when = page.locator('tbody time').first()
  await expect(when.getByText('Today')).toBeHidden()
  const date = await when.getAttribute('title')
  expect(await when.evaluate((time) => getComputedStyle(time, '::after').content)).toBe(`"${date}"`)

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
