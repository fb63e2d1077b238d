import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { password, signOut } from './support/newcomer'
import { openInNewOrganisation } from './support/organisation'
import { openSignIn, submitSignIn } from './support/session'
import {
  enterRecoveryCode,
  pasteCode,
  secondFactorCard,
  setUpSecondFactor,
} from './support/two-factor'

// A colour caught half-way through a transition has a contrast that nobody reads at.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

// How it goes on, with a changed password, a lost phone and resets, is in tests/long/browser.
test('a user sets up a second factor, signs in by code, and once by a recovery code', async ({
  page,
  browserErrors,
}) => {
  test.slow()
  browserErrors.allow(/status of (401|422)/)
  const { email } = await openInNewOrganisation(page, '/dashboard/profile')
  const card = secondFactorCard(page)
  await expect(card.getByText('Off')).toBeVisible()
  const { phone, codes } = await setUpSecondFactor(page)
  const [code = ''] = codes
  expect(codes).toHaveLength(10)

  await test.step('the recovery codes are kept', async () => {
    const download = page.waitForEvent('download')
    await card.getByRole('button', { name: 'Download' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    for (const kept of codes) expect(file).toContain(kept)
    await axeInBothThemes(page)
    await card.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(card.getByText('10 of 10')).toBeVisible()
    await axeInBothThemes(page)
  })

  const signInAnew = async () => {
    await signOut(page)
    await openSignIn(page)
    await submitSignIn(page, email, password)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  }
  await test.step('signing in asks for a code', async () => {
    await signInAnew()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await axeInBothThemes(page)
    await pasteCode(page, phone, phone.next)
  })

  await test.step('without the phone a recovery code signs in, once', async () => {
    await signInAnew()
    await enterRecoveryCode(page, code)
    await expect(page).toHaveURL(/\/dashboard\//, { timeout: 20_000 })
    await signInAnew()
    await enterRecoveryCode(page, code)
    await expect(page.getByText(/nor an unused recovery code/)).toBeVisible()
  })
})
