import { type CDPSession, expect, type Page } from '@playwright/test'
import { password, signOut } from './support/newcomer'
import { openInNewOrganisation } from './support/organisation'
import { hold } from './support/scripts'
import { openSignIn } from './support/session'
import { test } from './support/whole-browser'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // The same server as other tests have, which call it by its IP address: browsers have no passkeys there.
  baseURL: `http://localhost:${process.env.ORGLENS_TEST_NODE_PORT}`,
})

/** A browser's own authenticator, as a developer of Chromium sees it. */
async function newAuthenticator(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    /** Whether the user touches it at once. */
    touch: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    count: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) })
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
const isIn = (page: Page) => expect(page).toHaveURL(/\/dashboard\//, { timeout: 20_000 })

type Device = Awaited<ReturnType<typeof newAuthenticator>>

/**
 * Presses the button, and touches the device once: before the browser asks, because a later touch may miss the
 * question, and no more when it has answered, because the field asks again after a refusal.
 */
async function pressAndTouch(page: Page, { touch }: Device): Promise<void> {
  const release = await hold(page, '**/api/passkeys/begin-sign-in/')
  await page.route('**/api/passkeys/sign-in/', async (route) => {
    await touch(false)
    await route.fallback()
  })
  await passkeyButton(page).click()
  await expect(passkeyButton(page)).toHaveAttribute('aria-busy', 'true')
  await touch(true)
  release()
}

test('a user adds a passkey, signs in by it, and by the field', async ({ page }) => {
  const authenticator = await newAuthenticator(page)
  await authenticator.touch(true)
  await openInNewOrganisation(page, '/dashboard/profile?tab=security')
  await card(page).getByRole('button', { name: 'Add a passkey…' }).click()
  await expect(card(page).getByLabel('Name')).toHaveValue(/ on /)
  await card(page).getByLabel('Name').fill('My laptop')
  await card(page).getByRole('textbox', { name: 'Password' }).fill(password)
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await expect(card(page).getByText('My laptop')).toBeVisible()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
  expect(await authenticator.count()).toBe(1)

  await test.step('by the button, and the sessions say so', async () => {
    await authenticator.touch(false)
    await signOut(page)
    await openSignIn(page)
    await pressAndTouch(page, authenticator)
    await isIn(page)
    await page.goto('/dashboard/profile?tab=sessions')
    await expect(page.getByText('by passkey')).toBeVisible()
    await page.getByRole('link', { name: 'Security', exact: true }).first().click()
    await expect(card(page).getByText(/Last used today/)).toBeVisible()
  })

  await test.step('by the field for the address, without a press', async () => {
    await signOut(page)
    await authenticator.touch(true)
    await openSignIn(page)
    await isIn(page)
  })
})
