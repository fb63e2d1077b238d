import { expect, type Page } from '@playwright/test'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { memberMenu } from '../support/pages'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { fontHasCome } from './support/font'
import { shareChanged } from './support/pixels'
import { holdScripts, isTakenOver } from './support/scripts'
import { expectSignedOut, idlePage, openSignedIn, storedSession } from './support/session'

/**
 * Takes a picture of each frame that the browser paints meanwhile.
 * @returns the pictures, the first frame first.
 */
async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<Buffer[]> {
  const session = await page.context().newCDPSession(page)
  const frames: Buffer[] = []
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'))
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  await action()
  await session.send('Page.stopScreencast')
  await session.detach()
  return frames
}

const screens = [
  { path: '/signin', heading: 'Sign in' },
  { path: '/register', heading: 'Create an account' },
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
      await expect(page).toHaveTitle(`${heading} · Orglens`)
      await expect(page.locator('[type=submit]')).toHaveCSS('background-color', 'rgb(79, 97, 255)')

      const fields = page.locator('main input:not([type=checkbox])')
      const count = await fields.count()
      for (let index = 0; index < count; index++) await fields.nth(index).fill(`typed ${index}`)
      const boxes = page.getByRole('checkbox')
      const wasTicked = (await boxes.count()) > 0 && (await boxes.isChecked())
      if ((await boxes.count()) > 0) await boxes.setChecked(!wasTicked)
      await fields.first().focus()

      release()
      await expect.poll(() => isTakenOver(page)).toBe(true)
      for (let index = 0; index < count; index++) {
        await expect(fields.nth(index)).toHaveValue(`typed ${index}`)
      }
      if ((await boxes.count()) > 0) await expect(boxes).toBeChecked({ checked: !wasTicked })
      await expect(fields.first()).toBeFocused()
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
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

test('a signed-in user never sees the sign-in', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401|Failed to fetch profile data|Token refresh failed/)
  await storeSession(page)
  const release = await holdScripts(page)
  await page.goto('/signin', { waitUntil: 'commit' })
  await expect(page.locator('form')).toBeAttached()
  await expect(page.locator('form')).toBeHidden()
  release()
  // The server knows no such session: that the dashboard was asked for stands in the address.
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fdashboard/)
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

test('a dashboard page shows before its code, to signed-in users only', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|Failed to fetch profile data|Token refresh failed/)
  const release = await holdScripts(page)
  await page.goto('/dashboard/main', { waitUntil: 'commit' })
  await expect(page.locator('#whole')).toBeAttached()
  expect(await page.evaluate(() => document.body.innerText)).toBe('')

  await storeSession(page)
  await page.goto('/dashboard/main', { waitUntil: 'commit' })
  await expect(page.getByText('Loading Dashboard...').filter({ visible: true })).toHaveCount(1)
  const sidebar = page.locator('.early-admin aside')
  await expect(sidebar).toBeVisible()
  await page.setViewportSize({ width: 820, height: 900 })
  await expect(sidebar).toBeHidden()
  release()
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fdashboard/)
  await expect(page.locator('.early')).toHaveCount(0)
})

test('before its code, a member’s dashboard lists their own pages, and shows none of an admin’s', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  await storeSession(page, { isOrganizationAdmin: 'false' })
  await holdScripts(page)
  const entries = page.locator('aside li').filter({ visible: true })
  const title = page.locator('h1').filter({ visible: true })
  await page.goto('/dashboard/profile', { waitUntil: 'commit' })
  await expect(entries).toHaveText(memberMenu)
  await expect(entries.nth(0).locator('a')).toHaveCSS('font-weight', '500')
  await expect(entries.nth(1).locator('a')).toHaveCSS('font-weight', '600')
  await expect(title).toHaveText('Profile Settings')
  await page.goto('/dashboard/invite-team', { waitUntil: 'commit' })
  await expect(entries).toHaveText(memberMenu)
  await expect(title).toHaveText('Dashboard')
  await expect(page.locator('main').filter({ visible: true })).toHaveText('Loading Dashboard...')
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

/** @returns what is asked of the API from now on: path and bearer. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const bearer = request.headers().authorization
    if (pathname.startsWith('/api/')) calls.push(`${pathname} ${bearer ?? 'nobody'}`)
  })
  return calls
}

/** The pages, what each asks for before its code is there, and what only that code asks for. */
const pages = [
  // What mails the dashboard comes when the browser is idle.
  { page: 'main', asks: ['profile'], later: ['reports'] },
  // Receipts are below what shows first.
  {
    page: 'subscription',
    asks: ['profile', 'subscription-activity', 'pricing', 'buyer'],
    later: ['team', 'receipts'],
  },
  { page: 'audit-log', asks: ['profile', 'audit-log'] },
  // There is no such page; every object has something by that name.
  { page: 'constructor', asks: [], later: ['profile'] },
]

/** Notes the early answers that are dropped, in the page's `untaken`. */
async function watchDropped(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Answers extends Map<string, Promise<Response>> {
      override clear() {
        Object.assign(window, { untaken: [...this.keys()] })
        super.clear()
      }
    }
    window.earlyAnswers = new Answers()
  })
}

const dropped = (page: Page) =>
  page.evaluate((): string[] | undefined => Reflect.get(window, 'untaken'))

test('each page requests its data before its code arrives, and only once', async ({ page }) => {
  await openSignedIn(page, 'admin')
  const { accessToken } = await storedSession(page)
  // While an invitation's mail is on its way, as another test's may be, the team is asked for again.
  const places = { taken: 1, reserved: 0, limit: null }
  await page.route('**/api/team/', (route) =>
    route.fulfill({ json: { members: [], invitations: [], places } }),
  )
  await watchDropped(page)
  const calls = watchCalls(page)
  for (const { page: name, asks, later = [] } of pages) {
    calls.length = 0
    const release = await holdScripts(page)
    await page.goto(`/dashboard/${name}`, { waitUntil: 'commit' })
    const [early, late] = [asks, later].map((names) =>
      names.map((call) => `/api/${call}/ Bearer ${accessToken}`),
    ) as [string[], string[]]
    await expect.poll(() => calls, name).toEqual(early)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Which of the later ones comes first depends on what each waits for.
    const asked = () => [...calls.slice(0, early.length), ...calls.slice(early.length).sort()]
    const all = [...early, ...late.sort()]
    await expect.poll(asked, name).toEqual(all)
    await page.waitForLoadState('networkidle')
    expect(asked(), name).toEqual(all)
    await expect.poll(() => dropped(page), name).toEqual([])
    await page.goto(idlePage)
  }
})

test('an early call with an expired token is refreshed once, like every call', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  await openSignedIn(page, 'admin')
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'))
  const calls = watchCalls(page)
  await page.goto('/dashboard/main')
  await dashboardFrame(page)
  const { accessToken } = await storedSession(page)
  expect(calls.filter((call) => !call.startsWith('/api/reports/'))).toEqual([
    '/api/profile/ Bearer expired',
    '/api/token/refresh/ nobody',
    `/api/profile/ Bearer ${accessToken}`,
  ])
})

test('a session that was not kept ends before anything shows, and calls nothing', async ({
  page,
}) => {
  await openSignedIn(page, 'admin')
  await page.evaluate(() => {
    localStorage.setItem('sessionNotKept', localStorage.getItem('refreshToken') ?? '')
  })
  const calls = watchCalls(page)
  await page.goto('/dashboard/main')
  await expectSignedOut(page)
  expect(calls).toEqual([])
})

test('an early answer that nobody took is dropped, and serves no later call', async ({ page }) => {
  await openSignedIn(page, 'admin')
  await watchDropped(page)
  const calls = watchCalls(page)
  // The build knows of no filter: the log without one is asked for early.
  await page.goto('/dashboard/audit-log?text=nothing-like-it')
  await expect.poll(() => dropped(page)).toEqual([expect.stringMatching(/ \/api\/audit-log\/$/)])
  calls.length = 0
  await page.getByRole('searchbox').fill('')
  await expect(page.getByRole('main').getByText('Priya Sharma').first()).toBeVisible()
  expect(calls).toEqual([expect.stringMatching(/^\/api\/audit-log\/ /)])
})

test('a member’s early calls are a member’s', async ({ page }) => {
  await openSignedIn(page, 'member')
  await watchDropped(page)
  const { accessToken } = await storedSession(page)
  const calls = watchCalls(page)
  await page.goto('/dashboard/subscription')
  await dashboardFrame(page)
  await expect.poll(() => dropped(page)).toEqual([])
  expect(calls.filter((call) => !call.startsWith('/api/reports/'))).toEqual([
    `/api/profile/ Bearer ${accessToken}`,
  ])
})

/** Opens a page whose code doesn't arrive. @returns the frames that show something, and the last of them. */
async function framesOf(page: Page, path: string) {
  await page.goto('about:blank')
  const blank = await page.screenshot()
  // Not by `page.route`, which switches the browser's cache off.
  const session = await page.context().newCDPSession(page)
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*.js' }] })
  const frames = await framesDuring(page, async () => {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('.early').filter({ visible: true })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    // A picture comes after its frame.
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    )
  })
  const last = await page.screenshot()
  const shown: Buffer[] = []
  for (const frame of frames) {
    if ((await shareChanged(page, blank, frame)) > 0.001) shown.push(frame)
  }
  await session.detach()
  return { shown, last }
}

test('from the second visit on, a page is in Inter from its first frame', async ({ page }) => {
  // Without the picture beside the sign-in, which fades in.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const first = await framesOf(page, '/signin')
  await page.goto('/signin')
  await fontHasCome(page)
  const second = await framesOf(page, '/signin')
  expect(second.shown.length).toBeGreaterThan(0)
  for (const frame of second.shown) {
    expect(await shareChanged(page, frame, second.last)).toBeLessThan(0.0005)
  }
  // The first visit began in another font: a difference is seen.
  expect(await shareChanged(page, first.last, second.last)).toBeGreaterThan(0.002)
})
