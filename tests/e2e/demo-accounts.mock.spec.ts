import { expect } from '@playwright/test'
import { demoPassword } from '../../server/demo/demo'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { holdScripts, isTakenOver } from './support/scripts'

test('the sign-in page offers three accounts, usable with the keyboard alone', async ({ page }) => {
  await page.goto('/signin')
  const accounts = page.getByRole('region', { name: 'Demo accounts' })
  await expect(accounts.getByRole('button')).toHaveCount(3)
  await axeInBothThemes(page)
  for (const [email, role] of [
    ['member@acme.test', 'member'],
    ['admin@globex.test', 'an admin without a plan'],
    ['admin@acme.test', 'admin'],
  ] as const) {
    await accounts.getByRole('button', { name: `${email} ${role}` }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(demoPassword)
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/default')
})

test('the accounts and a filled-in form survive navigation', async ({ page }) => {
  await page.goto('/signin')
  const account = page.getByRole('button', { name: 'member@acme.test member' })
  await account.click()
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await expect(page.getByLabel('Email')).toHaveValue('member@acme.test')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(account).toHaveCount(0)
  // It stands where the other link stood.
  await page.getByRole('link', { name: 'Sign in' }).click()
  await account.click()
  await expect(page.getByLabel('Email')).toHaveValue('member@acme.test')
})

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`nothing moves as the accounts arrive, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const release = await holdScripts(page)
    await page.goto('/signin', { waitUntil: 'commit' })
    const button = page.getByRole('button', { name: 'Sign In', exact: true })
    await expect(button).toBeVisible()
    const before = await button.boundingBox()
    await expect(page.getByRole('region', { name: 'Demo accounts' })).toHaveCount(0)
    release()
    const accounts = page.getByRole('region', { name: 'Demo accounts' })
    await expect(accounts).toBeVisible()
    await expect.poll(() => isTakenOver(page)).toBe(true)
    expect((await button.boundingBox())?.y).toBe(before?.y)
    const room = await page.locator('demo-accounts').boundingBox()
    expect(await accounts.boundingBox()).toEqual(room)
    await page.unrouteAll({ behavior: 'wait' })
  })
}
