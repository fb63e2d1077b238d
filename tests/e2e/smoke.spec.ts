import { expect } from '@playwright/test'
import { axe } from './support/axe'
import { test } from './support/fixtures'
import { startInTheme } from './support/theme'

test('the app opens at the sign-in page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/signin\/?$/)
})

for (const theme of ['light', 'dark'] as const) {
  test(`the sign-in page is accessible in the ${theme} theme`, async ({ page }) => {
    await startInTheme(page, theme)
    await page.goto('/signin')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await axe(page)
  })
}
