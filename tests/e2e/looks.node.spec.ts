import { expect, type Page } from '@playwright/test'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'
import { openInNewOrganisation } from './support/organisation'
import { openSignedIn } from './support/session'
import { secondFactorCard } from './support/two-factor'

// What a designer would reject.

/** The left edges of what a page's cards begin with, in px. */
async function leftEdges(page: Page): Promise<number[]> {
  const edges = await page
    .locator('main section :is(h2, h3)')
    .locator('visible=true')
    .evaluateAll((headings) =>
      headings
        // An icon before it, or a column of a wider card.
        .filter((one) => !one.previousElementSibling && !one.parentElement?.previousElementSibling)
        .map((one) => Math.round(one.getBoundingClientRect().left)),
    )
  return [...new Set(edges)]
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('all cards of a page have one left edge, and a status keeps its pill', async ({ page }) => {
    await openSignedIn(page, 'admin')
    for (const path of ['invite-team', 'profile', 'audit-log', 'subscription']) {
      await page.goto(`/dashboard/${path}`)
      // Its headings go while they are measured.
      await expect(page.locator('.early')).toHaveCount(0)
      await expect(page.locator('main [data-unsettled], main [data-waiting]')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      expect.soft(await leftEdges(page), path).toEqual([33])
    }
    const status = page
      .getByRole('table', { name: 'Subscription Activity' })
      .getByText('Active', { exact: true })
      .locator('..')
    await expect(status).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(status).not.toHaveCSS('padding-left', '0px')
  })
})

test('the names of facts look alike on a page', async ({ page }) => {
  await signInToFixedAnswers(page)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('term').filter({ hasText: 'Recovery codes left' })).toBeVisible()
  const looks = await page.getByRole('term').evaluateAll((terms) =>
    terms.map((term) => {
      const { fontSize, color } = getComputedStyle(term)
      return `${fontSize} ${color}`
    }),
  )
  expect(looks.length).toBeGreaterThan(5)
  expect([...new Set(looks)]).toHaveLength(1)
})

test('a table that loads has the shape of rows', async ({ page }) => {
  await openSignedIn(page, 'admin')
  await page.route('**/api/audit-log/**', () => {})
  await page.goto('/dashboard/audit-log')
  const shape = page.locator('main [data-waiting] section .animate-pulse')
  await expect.poll(() => shape.count()).toBeGreaterThan(5)
  for (const one of await shape.all()) {
    expect((await one.boundingBox())?.height ?? 0).toBeLessThan(20)
  }
})

test.describe('with touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the authenticator opens by a link where nothing can be scanned', async ({ page }) => {
    await openInNewOrganisation(page, '/dashboard/profile')
    const card = secondFactorCard(page)
    await card.getByRole('button', { name: 'Set up' }).click()
    await card.getByRole('textbox', { name: 'Your password' }).fill('a-password-of-mine')
    await card.getByRole('button', { name: 'Continue' }).click()
    const link = card.getByRole('link', { name: 'Open in your authenticator' })
    await expect(link).toHaveAttribute('href', /^otpauth:\/\/totp\//)
    await expect(card.getByRole('list', { name: 'How to set it up' })).toBeFocused()
    const square = card.getByRole('img', { name: /QR code/ })
    const squares = Number((await square.getAttribute('viewBox'))?.split(' ')[2])
    const { width = 0 } = (await square.boundingBox()) ?? {}
    expect(width % squares).toBe(0)
  })
})
