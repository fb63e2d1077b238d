import { expect, type Page } from '@playwright/test'
import { memberMenu } from '../support/pages'
import { test } from './support/fixtures'
import { hold, holdScripts, isTakenOver } from './support/scripts'
import { startInTheme } from './support/theme'

const screens = [
  { path: '/signin', heading: 'Sign in' },
  { path: '/register', heading: 'Create an account' },
  { path: '/forgot-password', heading: 'Forgot password' },
  { path: '/orginisation', heading: 'Your organization' },
]

/** Puts a session into the browser that no server has granted. */
async function storeSession(page: Page, more: Record<string, string> = {}) {
  await page.addInitScript(
    (entries) => {
      if (!location.protocol.startsWith('http') || sessionStorage.getItem('stored')) return
      sessionStorage.setItem('stored', 'once')
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    },
    { accessToken: 'of-nobody', refreshToken: 'of-nobody', isOrganizationAdmin: 'true', ...more },
  )
}

test('each screen shows, accepts text and keeps it before its code arrives', async ({ page }) => {
  for (const { path, heading } of screens) {
    await test.step(path, async () => {
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page).toHaveTitle(
        `${heading === 'Your organization' ? 'Your organisation' : heading} · Orglens`,
      )
      await expect(page.locator('[type=submit]')).toHaveCSS('background-color', 'rgb(79, 97, 255)')

      const fields = page.locator('main input:not([type=checkbox])')
      const count = await fields.count()
      for (let index = 0; index < count; index++) await fields.nth(index).fill(`typed ${index}`)
      const boxes = page.getByRole('checkbox')
      const wasTicked = (await boxes.count()) > 0 && (await boxes.isChecked())
      if ((await boxes.count()) > 0) await boxes.setChecked(!wasTicked)
      await fields.first().focus()
      const elements = await page.locator('main').elementHandle()

      release()
      await expect.poll(() => isTakenOver(page)).toBe(true)
      for (let index = 0; index < count; index++) {
        await expect(fields.nth(index)).toHaveValue(`typed ${index}`)
      }
      if ((await boxes.count()) > 0) await expect(boxes).toBeChecked({ checked: !wasTicked })
      await expect(fields.first()).toBeFocused()
      // Taken over, not drawn anew: this pins what the router has to be told for it (`src/main.tsx`).
      expect(await elements?.evaluate((main) => main.isConnected)).toBe(true)
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
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
  await page.keyboard.press('Enter')
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

test('the theme is right in the first frame', async ({ page }) => {
  await startInTheme(page, 'dark')
  const release = await holdScripts(page)
  await page.goto('/signin', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(238, 241, 251)')
  await expect(page.locator('body')).toHaveCSS('color-scheme', 'dark')
  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
})

test('a signed-in user never sees the sign-in', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401|Failed to fetch profile data|Token refresh failed/)
  await storeSession(page)
  const release = await holdScripts(page)
  await page.goto('/signin', { waitUntil: 'commit' })
  await expect(page.locator('form')).toBeAttached()
  await expect(page.locator('form')).toBeHidden()
  release()
  // The server knows no such session (D11): that the dashboard was asked for stands in the address.
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fdashboard/)
})

test('a session that was not kept ends before anything shows', async ({ page }) => {
  await storeSession(page, { sessionNotKept: 'of-nobody' })
  const release = await holdScripts(page)
  await page.goto('/signin', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
})

test('an invited user sees the registration with the organisation filled in, or none', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/register?organization=Acme', { waitUntil: 'commit' })
  await expect(page.locator('form')).toBeAttached()
  await expect(page.locator('form')).toBeHidden()
  release()
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveValue('Acme')
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible()
})

test("the dashboard's frame shows before its code, for signed-in users only", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|Failed to fetch profile data|Token refresh failed/)
  const release = await holdScripts(page)
  await page.goto('/dashboard/main', { waitUntil: 'commit' })
  await expect(page.locator('.early-frame')).toBeAttached()
  await expect(page.locator('.early-frame')).toBeHidden()

  await storeSession(page)
  await page.goto('/dashboard/main', { waitUntil: 'commit' })
  await expect(page.getByText('Loading Dashboard...').filter({ visible: true })).toHaveCount(1)
  await expect(page.locator('.early-frame aside')).toBeVisible()
  await page.setViewportSize({ width: 820, height: 900 })
  await expect(page.locator('.early-frame aside')).toBeHidden()
  release()
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fdashboard/)
  await expect(page.locator('.early-frame')).toHaveCount(0)
})

test('before its code, a member’s dashboard lists their own pages and highlights the current one', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  await storeSession(page, { isOrganizationAdmin: 'false' })
  await holdScripts(page)
  await page.goto('/dashboard/profile', { waitUntil: 'commit' })
  const entries = page.locator('.early-frame aside li').filter({ visible: true })
  await expect(entries).toHaveText(memberMenu)
  await expect(entries.nth(0).locator('a')).toHaveCSS('font-weight', '500')
  await expect(entries.nth(1).locator('a')).toHaveCSS('font-weight', '600')
  await expect(page.locator('.early-frame h1')).toHaveText('Profile Settings')
})

test('a dashboard whose styles fail to load still renders', async ({ page, browserErrors }) => {
  // A part of the app that wants the same styles may be under way by then.
  browserErrors.allow(/A part of the app could not be loaded/)
  browserErrors.allow(/ERR_FAILED|status of 401|Failed to fetch profile data|Token refresh failed/)
  await page.route('**/assets/app-*.css', (route) => route.abort())
  const lose = await hold(page, '**/assets/app-*.css')
  await page.addInitScript(() => {
    HTMLLinkElement.prototype.addEventListener = function (...listening: [string, never]) {
      if (this.href.includes('/app-')) document.documentElement.dataset.waitedFor = 'styles'
      EventTarget.prototype.addEventListener.apply(this, listening)
    }
  })
  await storeSession(page)
  await page.goto('/dashboard/main', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-waited-for', 'styles')
  lose()
  // That the session is over is the app's finding.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a screen says that it needs JavaScript, and a form puts nothing into the address', async ({
    page,
    browserErrors,
  }) => {
    // The preview server of mock mode doesn't know what to do with a form.
    browserErrors.allow(/status of 404/)
    await page.goto('/signin')
    await expect(page.locator('noscript')).toBeVisible()
    await page.getByLabel('Email').fill('priya@acme.test')
    await page.getByRole('textbox', { name: 'Password' }).fill('a secret')
    await page.keyboard.press('Enter')
    await page.waitForLoadState()
    expect(page.url()).not.toContain('?')
  })
})
