import { expect, type Locator, type Page } from '@playwright/test'
import { type Phone, phoneOf, wrongCodeFor } from '../../support/phone'
import { password } from './newcomer'

/** @returns the section of the second factor in the profile's tab 'Security'. */
export function secondFactorCard(page: Page): Locator {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Two-factor authentication' }) })
}

/** In the page. @returns the colour of the ground that an image is drawn on. */
function colourOfCorner(image: Element): string {
  const { left, top } = image.getBoundingClientRect()
  const ground = document.elementFromPoint(left + 6, top + 6)
  if (!ground || !image.contains(ground)) return 'covered'
  const { fill, backgroundColor } = getComputedStyle(ground)
  return ground === image ? backgroundColor : fill
}

/** Sets a second factor up in the profile's tab 'Security'. @returns the phone, its key, and the recovery codes. */
export async function setUpSecondFactor(
  page: Page,
): Promise<{ phone: Phone; key: string; codes: string[] }> {
  const shown = secondFactorCard(page)
  await shown.getByRole('button', { name: 'Set up…' }).click()
  await shown.getByRole('textbox', { name: 'Your password' }).fill(password)
  await shown.getByRole('button', { name: 'Continue' }).click()
  const square = shown.getByRole('img', { name: /QR code/ })
  await expect(square).toBeVisible()
  // Scanners need it in the dark theme too.
  expect(await square.evaluate(colourOfCorner)).toBe('rgb(255, 255, 255)')
  const key = (await shown.locator('code').innerText()).replace(/\s/g, '')
  const phone = phoneOf(key)
  await shown.getByLabel('Code', { exact: true }).fill(phone.next())
  const list = shown.getByRole('list', { name: 'Recovery codes' })
  await expect(list).toBeVisible()
  return { phone, key, codes: await list.getByRole('listitem').allInnerTexts() }
}

/**
 * In the form that asks for a code, enters a wrong one, then a right one, pasted with a space.
 * @param code makes the next right one.
 */
export async function pasteCode(page: Page, phone: Phone, code: () => string): Promise<void> {
  const field = page.getByLabel('Code', { exact: true })
  await field.fill(wrongCodeFor(phone))
  await expect(page.getByText(/^This code is wrong or has already been used/)).toBeVisible()
  await expect(field).toBeFocused()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const right = code()
  const typed = `${right.slice(0, 3)} ${right.slice(3)}`
  await page.evaluate((text) => navigator.clipboard.writeText(text), typed)
  await field.press('ControlOrMeta+A')
  await field.press('ControlOrMeta+V')
  await expect(page).toHaveURL(/\/dashboard\//, { timeout: 20_000 })
}

/** In the form that asks for a code, enters a recovery code instead. */
export async function enterRecoveryCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const field = page.getByLabel('Recovery code', { exact: true })
  await expect(field).toBeFocused()
  await field.fill(code)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
