import { expect, type Page, test } from '@playwright/test'
import { demoAdmin, demoBuyer, demoMember, demoPassword } from '../../../server/demo/demo'
import type { HostOptions } from './fixtures'
import { isTakenOver } from './scripts'

/** Acme's admin, who has a plan, its member, and Globex's admin, who has none. */
const people = { admin: demoAdmin, member: demoMember, buyer: demoBuyer }

/** Fills in the sign-in form that is open and sends it. */
export async function submitSignIn(
  page: Page,
  email: string,
  password: string = demoPassword,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Opens the sign-in page, and waits for the app: in mock mode the API answers only then. */
export async function openSignIn(page: Page): Promise<void> {
  await page.goto('/signin')
  await expect.poll(() => isTakenOver(page)).toBe(true)
}

/** A page of the site that loads nothing and does nothing. */
export const idlePage = '/robots.txt'

/**
 * Opens a page from which the API can be called. An idle one will do, unless in mock mode: loading the app for
 * that would cost half as much as the page that a test is about.
 */
export async function openForCalls(page: Page): Promise<void> {
  const { host } = test.info().project.use as Partial<HostOptions>
  if (host === 'mock') await openSignIn(page)
  else await page.goto(idlePage)
}

/**
 * Signs a demo user in without the form and its delay. The session is one the server granted, stored
 * under the specification's keys (section 3).
 * @param path the page to open then; absent: none.
 */
export async function openSignedIn(
  page: Page,
  who: keyof typeof people,
  path?: string,
): Promise<void> {
  await openForCalls(page)
  await signInUnseen(page, who)
  if (path !== undefined) await page.goto(path)
}

/** Gives the browser a demo user's session, on a page that stays as it is. */
export async function signInUnseen(page: Page, who: keyof typeof people): Promise<void> {
  await page.evaluate(
    async (credentials) => {
      const answer = await fetch('/api/login/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      })
      const session = await answer.json()
      localStorage.setItem('accessToken', session.access)
      localStorage.setItem('refreshToken', session.refresh)
      localStorage.setItem('isOrganizationAdmin', String(session.is_organization_admin))
    },
    { email: people[who].email, password: demoPassword },
  )
}

/** @returns the session's keys in local storage; null for missing ones. */
export async function storedSession(page: Page) {
  return await page.evaluate(() => ({
    accessToken: localStorage.getItem('accessToken'),
    refreshToken: localStorage.getItem('refreshToken'),
    isOrganizationAdmin: localStorage.getItem('isOrganizationAdmin'),
  }))
}

/** Expects the sign-in page and no trace of a session. */
export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/signin(\?|$)/)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  expect(await storedSession(page)).toEqual({
    accessToken: null,
    refreshToken: null,
    isOrganizationAdmin: null,
  })
}
