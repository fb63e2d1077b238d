import { expect, type Page } from '@playwright/test'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { test } from './support/fixtures'
import { holdScripts, isTakenOver } from './support/scripts'
import { openSignedIn } from './support/session'

/** Puts a session into the browser that no server has granted. */
async function storeSession(page: Page) {
  await page.addInitScript(() => {
    if (!location.protocol.startsWith('http') || sessionStorage.getItem('stored')) return
    sessionStorage.setItem('stored', 'once')
    const keys = {
      accessToken: 'of-nobody',
      refreshToken: 'of-nobody',
      isOrganizationAdmin: 'true',
    }
    for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value)
  })
}

test('a screen shows, accepts text and keeps it before its code arrives', async ({ page }) => {
  const font = page.waitForRequest(/inter-latin.*\.woff2$/)
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  // A first visit asks for it while the code is on its way.
  await font
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
  await expect(page).toHaveTitle('Create an account · Orglens')
  await expect(page.locator('[type=submit]')).toHaveCSS('background-color', 'rgb(79, 97, 255)')
  const fields = page.locator('main input:not([type=checkbox])')
  const count = await fields.count()
  for (let index = 0; index < count; index++) await fields.nth(index).fill(`typed ${index}`)
  const box = page.getByRole('checkbox')
  await box.check()
  await fields.first().focus()

  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
  for (let index = 0; index < count; index++) {
    await expect(fields.nth(index)).toHaveValue(`typed ${index}`)
  }
  await expect(box).toBeChecked()
  await expect(fields.first()).toBeFocused()
})

test('what a password manager fills in without a word before the code arrives is kept and sent', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/signin', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await page.evaluate(
    ([email, password]) => {
      const [form] = document.forms
      for (const [name, value] of Object.entries({ email, password })) {
        const field = form?.elements.namedItem(name)
        if (field instanceof HTMLInputElement && value) field.value = value
      }
    },
    [demoAdmin.email, demoPassword],
  )
  await page.getByRole('link', { name: 'Forgot password?' }).focus()
  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
  // The next screen has it, too: the app knows of the text.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(demoAdmin.email)
  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue(demoAdmin.email)
})

test('a form submitted before the code arrives is sent once, and never in the address', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/)
  const release = await holdScripts(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++
  })
  await page.goto('/signin', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('nobody@example.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('a secret')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.locator('html')).toHaveClass(/boot-submit-held/)
  expect(sent).toBe(0)
  expect(new URL(page.url()).search).toBe('')

  release()
  await expect(page.getByText('User not found with this email.')).toBeVisible()
  await expect(page.locator('html')).not.toHaveClass(/boot-submit-held/)
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('a secret')
  expect(new URL(page.url()).search).toBe('')
  expect(sent).toBe(1)
})

test('code that fails to load is reported, and input stays', async ({ page, browserErrors }) => {
  browserErrors.allow(/ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/signin')
  await page.getByLabel('Email').fill('priya@acme.test')
  await expect(page.getByRole('alert')).toHaveText(/could not be loaded in full/)
  await expect(page.getByLabel('Email')).toHaveValue('priya@acme.test')
})

test('the theme is right in the first frame: light, whatever the system prefers, or the one that was chosen', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const [chosen, colour] of [
    ['light', 'rgb(18, 23, 43)'],
    ['dark', 'rgb(238, 241, 251)'],
  ] as const) {
    const release = await holdScripts(page)
    await page.goto('/signin', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', colour)
    await expect(page.locator('body')).toHaveCSS('color-scheme', chosen)
    release()
    await expect.poll(() => isTakenOver(page)).toBe(true)
    await page.unrouteAll({ behavior: 'wait' })
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  }
})

test('before the code arrives, nobody sees a dashboard page, and signed-in people see it and never the sign-in', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|Failed to fetch profile data|Token refresh failed/)
  const release = await holdScripts(page)
  await page.goto('/dashboard/main', { waitUntil: 'commit' })
  await expect(page.locator('#whole')).toBeAttached()
  expect(await page.evaluate(() => document.body.innerText)).toBe('')

  await storeSession(page)
  await page.goto('/signin', { waitUntil: 'commit' })
  await expect(page.locator('form')).toBeAttached()
  await expect(page.locator('form')).toBeHidden()
  await page.goto('/dashboard/main', { waitUntil: 'commit' })
  await expect(page.getByText('Loading Dashboard...').filter({ visible: true })).toHaveCount(1)
  const sidebar = page.locator('.early-admin aside')
  await expect(sidebar).toBeVisible()
  await page.setViewportSize({ width: 820, height: 900 })
  await expect(sidebar).toBeHidden()
  release()
  // The server knows no such session.
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fdashboard/)
  await expect(page.locator('.early')).toHaveCount(0)
})

test('each page requests its data before its code arrives, and only once', async ({ page }) => {
  await openSignedIn(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const [, call] = /\/api\/([\w-]+)\//.exec(request.url()) ?? []
    if (call !== undefined) asked.push(call)
  })
  for (const [name, calls] of [
    ['main', ['profile']],
    ['subscription', ['profile', 'subscription-activity', 'pricing', 'buyer', 'receipts']],
    ['audit-log', ['profile', 'audit-log']],
  ] as const) {
    asked.length = 0
    const release = await holdScripts(page)
    await page.goto(`/dashboard/${name}`, { waitUntil: 'commit' })
    // What the page before it asks for when the browser is idle may come besides.
    await expect.poll(() => asked, name).toEqual(expect.arrayContaining([...calls]))
    release()
    // It comes with the last answer.
    await expect(page.getByRole('contentinfo')).toBeVisible()
    for (const call of calls) expect(asked.filter((one) => one === call)).toHaveLength(1)
  }
})
