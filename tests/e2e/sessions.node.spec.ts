import { expect, type Page, type Route } from '@playwright/test'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { expectSignedOut, openSignedIn, openSignIn, storedSession } from './support/session'

const refusal = { status: 401, json: { error: 'Please sign in.', message: 'Please sign in.' } }

/** Holds the next call to a path back. @returns what waits for that call. */
async function holdNext(page: Page, method: string, path: string): Promise<() => Promise<Route>> {
  let hold = (_route: Route) => {}
  let isHeld = false
  const held = new Promise<Route>((resolve) => {
    hold = resolve
  })
  await page.route(`**${path}`, async (route) => {
    if (isHeld || route.request().method() !== method) return await route.continue()
    isHeld = true
    hold(route)
  })
  return () => held
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/signin')
}

/** Opens the admin's profile, and a second page in which they log out and the member signs in. */
async function openProfile(page: Page) {
  const form = page.getByRole('form')
  await openSignedIn(page, 'admin', '/dashboard/profile')
  await expect(form.getByLabel('Full Name')).toHaveValue('Priya Sharma')
  const other = await page.context().newPage()
  await other.goto('/dashboard/main')
  await expect(other.getByRole('button', { name: 'Profile menu' })).toBeVisible()
  return {
    other,
    async save(fullName: string) {
      await form.getByLabel('Full Name').fill(fullName)
      await form.getByRole('button', { name: 'Update Profile' }).click()
    },
    async changeHands() {
      await logOut(other)
      await openSignedIn(other, 'member')
      return await storedSession(other)
    },
  }
}

test('a call is never repeated as a user who has signed in meanwhile', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|Error updating profile/)
  const { other, save, changeHands } = await openProfile(page)
  const held = await holdNext(page, 'PUT', '/api/profile/')
  const puts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(request.headers().authorization ?? '')
  })
  await save('Overwritten')
  const put = await held()
  await changeHands()
  await put.fulfill(refusal)
  await other.goto('/dashboard/profile')
  await expect(other.getByRole('form').getByLabel('Full Name')).toHaveValue('Daniel Okafor')
  expect(puts).toHaveLength(1)
})

test('a refused refresh ends only its own session', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401|Token refresh failed|Error updating profile/)
  const { other, save, changeHands } = await openProfile(page)
  const held = await holdNext(page, 'POST', '/api/token/refresh/')
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'))
  await save('Priya Sharma')
  const refresh = await held()
  const session = await changeHands()
  await refresh.fulfill(refusal)
  await other.goto('/dashboard/profile')
  await expect(other.getByRole('form').getByLabel('Full Name')).toHaveValue('Daniel Okafor')
  expect(await storedSession(other)).toEqual(session)
  await expect(page.getByText('Your session has expired')).toHaveCount(0)
})

test("logging out doesn't wait for a slow server, which still gets the call", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  await openSignedIn(page, 'admin', '/dashboard/profile')
  const { refreshToken } = await storedSession(page)
  const held = await holdNext(page, 'POST', '/api/logout/')
  await logOut(page)
  await expectSignedOut(page)
  await (await held()).continue()
  const refreshing = () =>
    page.evaluate(async (refresh) => {
      const answer = await fetch('/api/token/refresh/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh }),
      })
      return answer.status
    }, refreshToken)
  await expect.poll(refreshing).toBe(401)
})

test('logging out ends the session on the server', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 401/)
  await openSignedIn(page, 'admin', '/dashboard/main')
  await dashboardFrame(page)
  const { accessToken, refreshToken } = await storedSession(page)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expectSignedOut(page)
  await openSignIn(page)
  const statuses = await page.evaluate(
    async ([bearer, refresh]) => {
      const profile = await fetch('/api/profile/', {
        headers: { authorization: `Bearer ${bearer}` },
      })
      const refreshing = await fetch('/api/token/refresh/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh }),
      })
      return [profile.status, refreshing.status]
    },
    [accessToken, refreshToken],
  )
  expect(statuses).toEqual([401, 401])
})
