import { expect } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

test('nothing on the finished screens breaks the content security policy', async ({ page }) => {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // Every frame has its own window; only this page's is given the function.
      const tell = (window as unknown as { tellViolation: (text: string) => void }).tellViolation
      tell(`${event.violatedDirective}: ${event.blockedURI} on ${location.pathname}`)
    })
  })
  const answer = await page.goto('/register')
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self' 'sha256-")
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)
  await page.getByRole('button', { name: 'Email me this' }).click()
  await expect(
    page.getByRole('dialog').getByText('Revenue by channel', { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.setViewportSize({ width: 820, height: 900 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.goto('/reset-password/a-token')
  await expect(page.locator('[data-sonner-toast]')).toBeVisible()
  await page.goto('/dashboard/no/such')
  await expect(page.getByText('404 Not Found')).toBeVisible()
  expect(violations).toEqual([])
})
