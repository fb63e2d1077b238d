import { expect, type Page } from '@playwright/test'
import { demoAdmin, demoPassword } from '../../../server/demo/demo'
import { isTakenOver } from './scripts'

/** The password of accounts that tests make. */
export const password = 'a-password-of-mine'

/** A page of the site that loads nothing and does nothing. */
const idlePage = '/robots.txt'

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
  await page.goto('signin')
  await expect.poll(() => isTakenOver(page)).toBe(true)
}

/**
 * Signs in without the form and its delay, on a page that stays as it is: the server grants the session, which is stored
 * under the specification's keys (section 3).
 * @param newAccount of somebody who registers first; absent: the demo's admin signs in.
 */
export async function signInUnseen(page: Page, newAccount?: object): Promise<void> {
  await page.evaluate(
    async ({ paths, account }) => {
      for (const path of paths) {
        const answer = await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(account),
        })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
        const session = await answer.json()
        localStorage.setItem('accessToken', session.access)
        localStorage.setItem('refreshToken', session.refresh)
        localStorage.setItem('isOrganizationAdmin', String(session.is_organization_admin))
      }
    },
    {
      paths: newAccount ? ['/api/signup/', '/api/login/'] : ['/api/login/'],
      account: newAccount ?? { email: demoAdmin.email, password: demoPassword },
    },
  )
}

/** Signs the demo's admin in. @param path the page to open then; absent: none. */
export async function openSignedIn(page: Page, path?: string): Promise<void> {
  await page.goto(idlePage)
  await signInUnseen(page)
  if (path !== undefined) await page.goto(path)
}

/**
 * Registers an organisation that no other test knows and signs its admin in: tests that change a subscription or a
 * profile mustn't share it.
 */
export async function openInNewOrganisation(page: Page, path: string) {
  const suffix = crypto.randomUUID().slice(0, 8)
  const fullname = 'Ada Marlow'
  const email = `ada-${suffix}@fabrikam.test`
  const organization = `Fabrikam ${suffix}`
  await page.goto(idlePage)
  await signInUnseen(page, { fullname, email, password, organization })
  await page.goto(path)
  return { organisation: organization, fullName: fullname, email }
}

/** Forgets the session. */
export async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
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
