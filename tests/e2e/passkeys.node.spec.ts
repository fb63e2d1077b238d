import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures'
import { hold } from './support/scripts'
import { openInNewOrganisation, openSignIn, password, signOut } from './support/session'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // The same server as other tests have, which call it by its IP address: browsers have no passkeys there.
  baseURL: `http://localhost:${process.env.ORGLENS_TEST_NODE_PORT}`,
})

/** A browser's own authenticator, as a developer of Chromium sees it. @returns lets the user touch it at once, or not. */
async function newAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (enabled: boolean) =>
    client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}

test('a user adds a passkey, signs in by it, and by the field', async ({ page }) => {
  const touch = await newAuthenticator(page)
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Passkeys' }) })
  await openInNewOrganisation(page, '/dashboard/profile?tab=security')
  await card.getByRole('button', { name: 'Add a passkey…' }).click()
  await expect(card.getByLabel('Name')).toHaveValue(/ on /)
  await card.getByLabel('Name').fill('My laptop')
  await card.getByRole('textbox', { name: 'Password' }).fill(password)
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText('My laptop')).toBeVisible()
  await expect(page.getByText('The passkey was added.')).toBeVisible()

  await test.step('by the button, and the sessions say so', async () => {
    await touch(false)
    await signOut(page)
    await openSignIn(page)
    // Touched before the browser asks, because a later touch may miss the question, and no more when it has
    // answered, because the field asks again after a refusal.
    const release = await hold(page, '**/api/passkeys/begin-sign-in/')
    await page.route('**/api/passkeys/sign-in/', async (route) => {
      await touch(false)
      await route.fallback()
    })
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await touch(true)
    release()
    await expect(page).toHaveURL(/\/dashboard\//, { timeout: 20_000 })
    await page.goto('/dashboard/profile?tab=sessions')
    await expect(page.getByText('by passkey')).toBeVisible()
  })

  await test.step('by the field for the address, without a press', async () => {
    await signOut(page)
    await touch(true)
    await openSignIn(page)
    await expect(page).toHaveURL(/\/dashboard\//, { timeout: 20_000 })
  })
})
