import { type CDPSession, expect, type Page } from '@playwright/test'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { faintControls } from './support/faint-controls'
import { strayStopsIn } from './support/keyboard'
import { signOut } from './support/newcomer'
import { startOwnServer } from './support/own-server'
import { hold, isTakenOver } from './support/scripts'
import { submitSignIn } from './support/session'
import { test as base } from './support/whole-browser'

/** Browsers have no passkeys at an IP address, where the other tests' servers are. */
const test = base.extend<object, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter.
    async ({}, use) => {
      const server = await startOwnServer('localhost')
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

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
    /** Puts its counter back, as a copy has it. */
    async putBack() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      for (const credential of credentials) {
        const { credentialId } = credential
        await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
        const older = { ...credential, signCount: 0 }
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: older })
      }
    },
    count: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

async function openSignIn(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/signin`)
  await expect.poll(() => isTakenOver(page)).toBe(true)
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

/** Signs in by password, and adds a passkey on the profile. */
async function setUp(page: Page, site: string, email: string): Promise<void> {
  await openSignIn(page, site)
  await submitSignIn(page, email)
  await isIn(page)
  await page.goto(`${site}/dashboard/profile?tab=security`)
  await card(page).getByRole('button', { name: 'Add a passkey…' }).click()
  await expect(card(page).getByLabel('Name')).toHaveValue(/ on /)
  expect(await strayStopsIn(card(page).getByRole('form'))).toEqual([])
  expect(await faintControls(page, 3, 'adding a passkey')).toEqual([])
  await card(page).getByLabel('Name').fill('My laptop')
  await card(page).getByRole('textbox', { name: 'Password' }).fill(demoPassword)
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await expect(card(page).getByText('My laptop')).toBeVisible()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
}

test('a user adds a passkey, signs in by it, and by the field; a copy of it is refused', async ({
  page,
  site,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/)
  const authenticator = await newAuthenticator(page)
  await authenticator.touch(true)
  await setUp(page, site, demoAdmin.email)
  expect(await authenticator.count()).toBe(1)
  await axeInBothThemes(page)

  await test.step('by the button, and the sessions say so', async () => {
    await authenticator.touch(false)
    await signOut(page)
    await openSignIn(page, site)
    await axeInBothThemes(page)
    await pressAndTouch(page, authenticator)
    await isIn(page)
    await page.goto(`${site}/dashboard/profile?tab=sessions`)
    await expect(page.getByText('by passkey')).toBeVisible()
    await page.getByRole('link', { name: 'Security', exact: true }).first().click()
    await expect(card(page).getByText(/Last used today/)).toBeVisible()
  })

  await test.step('by the field for the address, without a press', async () => {
    await signOut(page)
    await authenticator.touch(true)
    await openSignIn(page, site)
    await isIn(page)
  })

  await test.step('called off, it says nothing, and the password signs in', async () => {
    await authenticator.touch(false)
    await signOut(page)
    await openSignIn(page, site)
    // The browser's own dialog is out of a test's reach.
    await page.evaluate(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await passkeyButton(page).click()
    await expect(passkeyButton(page)).not.toHaveAttribute('aria-busy')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await submitSignIn(page, demoAdmin.email)
    await isIn(page)
  })

  await test.step('whose counter went back', async () => {
    await authenticator.touch(false)
    await authenticator.putBack()
    await signOut(page)
    await openSignIn(page, site)
    await pressAndTouch(page, authenticator)
    await expect(
      page.getByText('This passkey can’t sign you in. Use your password.').first(),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/signin/)
  })
})
