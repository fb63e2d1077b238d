import { expect, type Page } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { holdScripts } from './support/scripts'
import { expectSignedOut, idlePage, openSignedIn, storedSession } from './support/session'

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
  // How many have a place is what changing the plan asks about.
  { page: 'pricing', asks: ['profile', 'pricing'], later: ['team'] },
  { page: 'invite-team', asks: ['profile', 'team'] },
  // Receipts are below what shows first.
  {
    page: 'subscription',
    asks: ['profile', 'subscription-activity', 'pricing', 'buyer'],
    later: ['team', 'receipts'],
  },
  { page: 'organisation', asks: ['profile', 'organisation'] },
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

test('a session that was not kept sends no early calls', async ({ page }) => {
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
