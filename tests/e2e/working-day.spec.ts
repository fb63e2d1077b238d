import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'
import { startShiftedServer } from './support/shifted-server'
import { startInTheme } from './support/theme'

const minute = 60_000
const step = 10 * minute
const panel = 'main [role=tabpanel]:not([inert])'
const ended = 'The link of this view has ended.'

/** Runs in the page. @returns the frames whose link brings no data, though nothing there says so. */
async function silentlyDead(words: string): Promise<string[]> {
  const found: string[] = []
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('main iframe')) {
    const { search } = new URL(frame.src)
    const answer = await fetch(`/sandbox/sample-link.json${search}`)
    const says = frame.closest('[role=tabpanel]')?.textContent?.includes(words)
    if (!answer.ok && !says) found.push(frame.title)
  }
  return found
}

const filterOf = (page: Page) => page.frameLocator(`${panel} iframe`).getByRole('combobox')

/** @returns a picture of the view, once that has settled. All of it is in sight: nothing lies above it. */
async function lookAt(page: Page): Promise<Buffer> {
  let picture = await page.locator(panel).screenshot({ animations: 'allow' })
  await expect(async () => {
    const earlier = picture
    picture = await page.locator(panel).screenshot({ animations: 'allow' })
    expect(picture.equals(earlier)).toBe(true)
  }).toPass()
  return picture
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(`Acme Analytics ${name}`)
  await expect(page.frameLocator(`${panel} iframe`).locator('canvas').first()).toBeVisible()
}

for (const { hours, width, theme } of [
  { hours: 8, width: 1440, theme: 'light' },
  { hours: 1, width: 820, theme: 'dark' },
  { hours: 1, width: 390, theme: 'light' },
] as const) {
  test(`${hours} h with four tabs lose no filter and fail at no click without a word, ${width} px wide and ${theme}`, async ({
    page,
    host,
    baseURL,
    browserErrors,
  }) => {
    test.setTimeout(300_000)
    // Access tokens that have expired are renewed; what is asked by links that have ended is refused.
    browserErrors.allow(/status of 40[01]/)
    const server = host === 'node' ? await startShiftedServer() : null
    const at = (path: string) => new URL(path, server?.url ?? baseURL).href
    let ahead = 0
    const pass = async (time: number) => {
      ahead += time
      // In mock mode the API is in the page, and goes by its clock.
      await server?.putAhead(ahead)
      await page.clock.fastForward(time)
    }
    try {
      await page.clock.install()
      await startInTheme(page, theme)
      await page.setViewportSize({ width, height: 1800 })
      await page.goto(at('/signin'))
      if (server) await signIn(page)
      else await openSignedIn(page, 'member')
      await page.goto(at('/dashboard/main'))
      await expect(page.getByRole('tab')).toHaveText(['Overview', 'Sales', 'Retention', 'Support'])

      let asked = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/api/dashboards/link/')) asked += 1
      })
      await choose(page, 'Sales')
      await filterOf(page).selectOption('Enterprise')
      await filterOf(page).focus()
      await choose(page, 'Support')
      await filterOf(page).selectOption('Technical')
      await filterOf(page).focus()
      await choose(page, 'Retention')
      await choose(page, 'Overview')
      expect(asked).toBe(3)

      const before = await lookAt(page)
      for (let passed = 0; passed < hours * 60 * minute; passed += step) {
        await pass(step)
        expect(await page.evaluate(silentlyDead, ended)).toEqual([])
        // What loads behind takes the place, after 3 s in which its charts are drawn.
        await expect(async () => {
          await page.clock.fastForward(2_000)
          await expect(page.locator(`${panel} iframe`)).toHaveCount(1, { timeout: 1 })
          expect(await page.evaluate(silentlyDead, ended)).toEqual([])
          await expect(page.locator(panel).getByText(ended)).toHaveCount(0, { timeout: 1 })
        }).toPass({ intervals: [100] })
      }
      // A renewal for each link that ended, and none for what nobody sees. How many fall into a step depends on
      // where in its ten minutes the day begins.
      expect(asked).toBeGreaterThanOrEqual(3 + hours * 3 - 1)
      expect(asked).toBeLessThanOrEqual(3 + hours * 12)
      await expect(page.locator('main iframe')).toHaveCount(3)
      expect((await lookAt(page)).equals(before), 'the view is as it was').toBe(true)

      for (const [name, chosen] of [
        ['Sales', 'Enterprise'],
        ['Support', 'Technical'],
      ] as const) {
        await choose(page, name)
        await expect(filterOf(page)).toHaveValue(chosen)
        await expect(page.locator(panel).getByText(ended)).toBeInViewport()
      }
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.locator(panel).getByText(ended)).toHaveCount(0)
      await filterOf(page).selectOption('Billing')
      await expect(page.frameLocator(`${panel} iframe`).getByRole('alert')).toHaveCount(0)
    } finally {
      await server?.stop()
    }
  })
}

/** Signs Acme's member in on the page's own server. */
async function signIn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const answer = await fetch('/api/login/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'member@acme.test', password: 'orglens-demo' }),
    })
    const { access, refresh } = await answer.json()
    localStorage.setItem('accessToken', access)
    localStorage.setItem('refreshToken', refresh)
    localStorage.setItem('isOrganizationAdmin', 'false')
  })
}

test('a link that is renewed changes no pixel', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401/)
  await page.clock.install()
  await page.setViewportSize({ width: 1440, height: 1800 })
  await openSignedIn(page, 'member', '/dashboard/main')
  const shown = page.locator(`${panel} iframe`)
  await expect(page.frameLocator(`${panel} iframe`).locator('canvas').first()).toBeVisible()
  // Its font has come, and its charts are drawn with it.
  await page
    .frames()
    .at(-1)
    ?.evaluate(() => document.fonts.ready.then(() => {}))
  const first = await shown.elementHandle()
  const look = () => page.locator(panel).screenshot({ animations: 'allow' })
  const before = await lookAt(page)
  const { expiry } = await page.evaluate(() => {
    const token = new URL(
      document.querySelector('main iframe')?.getAttribute('src') ?? '',
      location.href,
    )
    const [, claims = ''] = (token.searchParams.get('token') ?? '').split('.')
    return { expiry: JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))).exp * 1000 }
  })
  await page.clock.fastForward(expiry - Date.now() - 55_000)
  // A picture a second, until the other frame has taken the place.
  for (let pictures = 0; pictures < 30; pictures += 1) {
    expect((await look()).equals(before), `picture ${pictures}`).toBe(true)
    const isSame = await first?.evaluate((frame) => frame.isConnected)
    if (!isSame) break
    await page.clock.fastForward(1_000)
  }
  expect(await first?.evaluate((frame) => frame.isConnected)).toBe(false)
  expect((await look()).equals(before)).toBe(true)
})
