import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures'
import { holdScripts, isTakenOver } from './support/scripts'
import { openSignedIn } from './support/session'

test.use({ viewport: { width: 390, height: 700 } })

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY)

/** Turns the wheel, as a person does who wants to see what is below. */
async function scrollDown(page: Page, by: number): Promise<number> {
  const before = await scrollTop(page)
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, by)
  await expect.poll(() => scrollTop(page)).toBe(before + by)
  return before + by
}

const profileForm = (page: Page) => page.getByRole('form', { name: 'Update Profile' })

test('a page scrolled before its code arrives stays scrolled', async ({ page }) => {
  await openSignedIn(page, 'admin')
  const release = await holdScripts(page)
  await page.goto('/dashboard/profile', { waitUntil: 'commit' })
  await expect(page.locator('.early-frame')).toBeVisible()
  const top = await scrollDown(page, 120)
  release()
  await expect(profileForm(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await scrollTop(page)).toBe(top)
})

test('a form scrolled before its code arrives stays scrolled', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible()
  const top = await scrollDown(page, 80)
  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(await scrollTop(page)).toBe(top)
})

test('pages start at the top, and back, forward and reload restore the position', async ({
  page,
}) => {
  await openSignedIn(page, 'admin', '/dashboard/profile')
  await expect(profileForm(page)).toBeVisible()
  const left = await scrollDown(page, 300)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Pricing', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
  expect(await scrollTop(page)).toBe(0)
  const plans = await scrollDown(page, 500)
  await page.goBack()
  await expect(profileForm(page)).toBeVisible()
  expect(await scrollTop(page)).toBe(left)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
  expect(await scrollTop(page)).toBe(plans)
  await page.reload()
  await expect.poll(() => scrollTop(page)).toBe(plans)

  await test.step('but not where somebody has scrolled meanwhile', async () => {
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('.early-frame')).toBeVisible()
    const top = await scrollDown(page, 100)
    release()
    await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await scrollTop(page)).toBe(top)
  })
})
