import type { Page } from '@playwright/test'

export const password = 'a-password-of-mine'

/** Unlike every other test's, so that they can run side by side. */
export function newAddress(name: string): string {
  return `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@invited.test`
}

export async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of ['accessToken', 'refreshToken', 'isOrganizationAdmin']) {
      localStorage.removeItem(key)
    }
  })
}

export async function register(page: Page, fullName: string, email: string): Promise<void> {
  await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
}
