import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { axeInBothThemes } from '../../e2e/support/axe-in-both-themes'
import { test } from '../../e2e/support/fixtures'
import { expectFieldByField, strayStopsIn } from '../../e2e/support/keyboard'
import { confirmAddress, mailedPath } from '../../e2e/support/mailbox'
import { password, signOut } from '../../e2e/support/newcomer'
import { openInNewOrganisation } from '../../e2e/support/organisation'
import { openSignIn, submitSignIn } from '../../e2e/support/session'
import { secondFactorCard, setUpSecondFactor } from '../../e2e/support/two-factor'

// Email, Tab, password, Enter: no link may take the place of the next field. The forms that each page has at
// first are walked in `keyboard-walk.node.spec.ts`.

// A colour caught half-way through a transition has a contrast that nobody reads at.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('Tab goes from each field of a form to the next where it asks for more, such as a second factor’s codes', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of (401|422)/)
  const { email, organisation } = await openInNewOrganisation(page, '/dashboard/profile')
  const code = page.getByLabel('Code', { exact: true })

  await test.step('a changed address', async () => {
    await page.getByLabel('Email').fill('another@fabrikam.test')
    const form = page.getByRole('form', { name: 'Update Profile' })
    await expect(form.getByRole('textbox', { name: 'Current password' })).toBeVisible()
    expect(await strayStopsIn(form)).toEqual([])
    await page.getByLabel('Email').fill(email)
  })

  await test.step('a password', async () => {
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    // Whoever is alone can't leave, and has nothing to type there.
    await page.getByRole('button', { name: 'Download…' }).click()
    expect(await expectFieldByField(page.getByRole('dialog'))).toHaveLength(1)
    await page.keyboard.press('Escape')
  })

  await test.step('a second factor', async () => {
    const card = secondFactorCard(page)
    const security = page.getByRole('link', { name: 'Security', exact: true })
    await security.click()
    await card.getByRole('button', { name: 'Set up…' }).click()
    expect(await expectFieldByField(card)).toHaveLength(1)
    await card.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Profile', exact: true }).last().click()
    await confirmAddress(page, email)
    await security.click()
    const codes = await setUpSecondFactor(page)
    const download = page.waitForEvent('download')
    await card.getByRole('button', { name: 'Download' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    for (const kept of codes) expect(file).toContain(kept)
    await axeInBothThemes(page)
    await card.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(card.getByText('10 of 10 left.')).toBeVisible()
    await axeInBothThemes(page)
    for (const name of ['New codes…', 'Switch off…']) {
      await card.getByRole('button', { name }).click()
      expect(await expectFieldByField(card)).toHaveLength(1)
      await card.getByRole('button', { name: 'Cancel' }).click()
    }
    await signOut(page)
  })

  await test.step('a code at the sign-in', async () => {
    await openSignIn(page)
    await submitSignIn(page, email, password)
    await expect(code).toBeFocused()
    expect(await expectFieldByField(page)).toEqual(['Sign in'])
    await axeInBothThemes(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(page.getByLabel('Recovery code', { exact: true })).toBeFocused()
    expect(await expectFieldByField(page)).toEqual(['Sign in'])
  })

  await test.step('a code at the organisation’s sign-in', async () => {
    await page.goto(`/orginisation/${organisation.toLowerCase().replace(' ', '-')}`)
    await submitSignIn(page, email, password)
    await expect(code).toBeFocused()
    expect(await expectFieldByField(page)).toEqual(['Sign in to your organization'])
  })

  await test.step('a code for a new password', async () => {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Password reset email sent successfully!')).toBeVisible()
    await page.goto(await mailedPath(page, email))
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(code).toBeFocused()
    expect(await expectFieldByField(page)).toEqual(['Reset password'])
  })
})
