import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { axeInBothThemes } from '../../e2e/support/axe-in-both-themes'
import { test } from '../../e2e/support/fixtures'
import { mailedPath } from '../../e2e/support/mailbox'
import { newAddress, password, register } from '../../e2e/support/newcomer'
import { openInNewOrganisation } from '../../e2e/support/organisation'
import { startOwnServer } from '../../e2e/support/own-server'
import { openSignIn, submitSignIn } from '../../e2e/support/session'
import {
  enterRecoveryCode,
  pasteCode,
  secondFactorCard,
  setUpSecondFactor,
} from '../../e2e/support/two-factor'
import type { Phone } from '../../support/phone'

// A colour caught half-way through a transition has a contrast that nobody reads at.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const newPassword = 'another password of mine'

test('a user sets up a second factor, loses the phone, changes the password, and is reset by a colleague and by the operator', async ({
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of (401|403|422)|Token refresh failed|Failed to fetch profile data/)
  const server = await startOwnServer()
  /** What no log may have. */
  const secrets: string[] = [password]
  const open = async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: server.url })
    browserErrors.watch(context)
    return await context.newPage()
  }
  const newBrowser = async () => {
    const page = await open()
    await openSignIn(page)
    return page
  }
  try {
    const page = await open()
    const admin = await openInNewOrganisation(page, '/dashboard/profile?tab=security')
    secrets.push(admin.email, admin.fullName)
    let phone: Phone
    let codes: string[]
    const next = () => {
      const code = phone.next()
      secrets.push(code)
      return code
    }

    await test.step('an admin sets it up, and keeps the recovery codes', async () => {
      await expect(secondFactorCard(page).getByText('Off', { exact: true })).toBeVisible()
      const made = await setUpSecondFactor(page)
      ;({ phone, codes } = made)
      secrets.push(made.key, ...codes, phone.last())
      expect(codes).toHaveLength(10)
      const download = page.waitForEvent('download')
      await secondFactorCard(page).getByRole('button', { name: 'Download' }).click()
      const file = await readFile(await (await download).path(), 'utf8')
      for (const code of codes) expect(file).toContain(code)
      await axeInBothThemes(page)
      await secondFactorCard(page).getByRole('button', { name: 'I’ve saved them' }).click()
      await expect(secondFactorCard(page).getByText('10 of 10 left.')).toBeVisible()
      await axeInBothThemes(page)
    })

    const other = await newBrowser()
    await test.step('another browser signs in with a code, pasted with a space', async () => {
      await submitSignIn(other, admin.email, password)
      const field = other.getByLabel('Code', { exact: true })
      await expect(field).toBeFocused()
      await expect(other.getByRole('alert')).toHaveCount(0)
      await axeInBothThemes(other)
      await pasteCode(other, phone, next)
    })

    await test.step('a changed password ends the other browser, and this one goes on', async () => {
      const sessions = page.getByRole('table', { name: 'Sessions' })
      await page.getByRole('link', { name: 'Sessions' }).click()
      await expect(sessions.getByRole('button', { name: /^Log out/ })).not.toHaveCount(0)
      await page.getByRole('link', { name: 'Security', exact: true }).first().click()
      const form = page.getByRole('form', { name: 'Password' })
      await form.getByLabel('Current password').fill(password)
      await form.getByLabel('New password', { exact: true }).fill(newPassword)
      await form.getByLabel('Confirm new password').fill(newPassword)
      secrets.push(newPassword)
      await form.getByRole('button', { name: 'Change password' }).click()
      await expect(
        page.getByText('Password changed. You are logged out everywhere else.'),
      ).toBeVisible()
      await page.getByRole('link', { name: 'Sessions' }).click()
      await expect(sessions.getByRole('button', { name: /^Log out/ })).toHaveCount(0)
      await other.goto('/dashboard/main')
      await expect(other).toHaveURL(/\/signin/)
      await submitSignIn(other, admin.email, password)
      await expect(other.getByRole('alert')).toHaveText('Entered password is incorrect.')
    })

    await test.step('without the phone a recovery code signs in, once', async () => {
      const [code = ''] = codes
      for (const isFirst of [true, false]) {
        const page = isFirst ? other : await newBrowser()
        await submitSignIn(page, admin.email, newPassword)
        await enterRecoveryCode(page, code)
        if (isFirst) await expect(page).toHaveURL(/\/dashboard\//, { timeout: 20_000 })
        else await expect(page.getByText(/nor an unused recovery code/)).toBeVisible()
        await page.context().close()
      }
    })

    await test.step('a colleague who lost everything is reset, and signs in with the password alone', async () => {
      const email = newAddress('colleague')
      secrets.push(email)
      await page.goto('/dashboard/invite-team')
      await page.getByLabel('Enter Email(s) (comma separated)').fill(email)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText('1 invitation sent.')).toBeVisible()
      const colleague = await newBrowser()
      await colleague.goto(await mailedPath(page, email))
      await register(colleague, 'Grace Colleague', email)
      await expect(colleague).toHaveURL(/\/signin/, { timeout: 20_000 })
      await submitSignIn(colleague, email, password)
      await expect(colleague).toHaveURL(/\/dashboard\//, { timeout: 20_000 })
      await colleague.goto('/dashboard/profile?tab=security')
      const { key, codes } = await setUpSecondFactor(colleague)
      secrets.push(key, ...codes)
      await secondFactorCard(colleague).getByRole('button', { name: 'I’ve saved them' }).click()
      await colleague.context().close()

      await page.reload()
      await page.getByRole('button', { name: 'Actions for Grace Colleague' }).click()
      await page.getByRole('menuitem', { name: 'Reset two-factor…' }).click()
      await expect(
        page.getByText(/Only do this if you’re sure the request came from Grace/),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Reset it' }).click()
      await expect(
        page.getByText('Grace Colleague now signs in with just a password.'),
      ).toBeVisible()

      const again = await newBrowser()
      await submitSignIn(again, email, password)
      await expect(again).toHaveURL(/\/dashboard\//, { timeout: 20_000 })
      await again.context().close()
    })

    await test.step('the only admin, who lost everything, is reset by the operator', async () => {
      const slug = admin.organisation.toLowerCase().replace(' ', '-')
      const said = await server.admin('reset-two-factor', slug, admin.email, '--yes')
      expect(said).toContain(admin.fullName)
      const again = await newBrowser()
      await submitSignIn(again, admin.email, newPassword)
      await expect(again).toHaveURL(/\/dashboard\//, { timeout: 20_000 })
      await again.goto('/dashboard/profile?tab=security')
      await expect(secondFactorCard(again).getByText('Off', { exact: true })).toBeVisible()
    })

    expect(server.log()).toContain('route=login')
    for (const secret of secrets) expect(server.log()).not.toContain(secret)
  } finally {
    await server.stop()
  }
})
