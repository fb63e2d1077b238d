import { expect, type Page } from '@playwright/test'
import type { Receipt } from '../../contract/receipts'
import { refundedInFull, withinState } from '../support/invoice-examples'
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

test('what is longer prints on several pages', async ({ page }) => {
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
