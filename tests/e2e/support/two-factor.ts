import { expect, type Locator, type Page } from '@playwright/test'
import { phoneOf } from '../../support/phone'
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

/** Sets a second factor up in the profile's tab 'Security'. @returns the recovery codes. */
export async function setUpSecondFactor(page: Page): Promise<string[]> {
  const shown = secondFactorCard(page)
  await shown.getByRole('button', { name: 'Set up…' }).click()
  await shown.getByRole('textbox', { name: 'Your password' }).fill(password)
  await shown.getByRole('button', { name: 'Continue' }).click()
  const square = shown.getByRole('img', { name: /QR code/ })
  await expect(square).toBeVisible()
  // Scanners need it in the dark theme too.
  expect(await square.evaluate(colourOfCorner)).toBe('rgb(255, 255, 255)')
  const key = (await shown.locator('code').innerText()).replace(/\s/g, '')
  await shown.getByLabel('Code', { exact: true }).fill(phoneOf(key).next())
  const list = shown.getByRole('list', { name: 'Recovery codes' })
  await expect(list).toBeVisible()
  return await list.getByRole('listitem').allInnerTexts()
}
