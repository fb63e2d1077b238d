import { expect } from '@playwright/test'
import { serveSite } from '../bench/site'
import { test } from './support/fixtures'
import { holdScripts, isTakenOver } from './support/scripts'

/** The built site on a server that knows nothing of it: a folder's page, and the app for the rest. */
const site = serveSite('dist')

test.afterAll(async () => (await site).stop())

test('a plain static host serves the prerendered screens and the app', async ({ page }) => {
  const { origin } = await site
  for (const [path, heading] of [
    ['/signin', 'Sign in'],
    ['/register/', 'Create an account'],
  ] as const) {
    const release = await holdScripts(page)
    await page.goto(origin + path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const field = page.getByLabel('Email')
    await field.fill('priya@acme.test')
    release()
    await expect.poll(() => isTakenOver(page)).toBe(true)
    await expect(field).toHaveValue('priya@acme.test')
    await page.unrouteAll({ behavior: 'wait' })
  }
  await page.goto(`${origin}/reset-password/a-token`)
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  await page.goto(`${origin}/dashboard/main`)
  await expect(page).toHaveURL(`${origin}/signin?redirect=%2Fdashboard%2Fmain`)
})
