import { expect, type Locator, type Page } from '@playwright/test'
import { signedInPages, signedOutPages } from '../support/pages'
import { test } from './support/fixtures'
import { strayStopsIn } from './support/keyboard'
import { confirmAddress, mailedPath } from './support/mailbox'
import { password, signOut } from './support/newcomer'
import { openInNewOrganisation } from './support/organisation'
import { openSignIn, submitSignIn } from './support/session'
import { secondFactorCard, setUpSecondFactor } from './support/two-factor'

// Email, Tab, password, Enter: no link may take the place of the next field (D99).

test.slow()

/** Expects Tab to go from field to field in every form that shows. @returns the forms' names. */
async function expectFieldByField(part: Page | Locator): Promise<string[]> {
  const forms = await part.getByRole('form').all()
  const names: string[] = []
  for (const form of forms) {
    const name = (await form.getAttribute('aria-label')) ?? ''
    expect(await strayStopsIn(form), `between the fields of '${name}'`).toEqual([])
    names.push(name)
  }
  return names
}

test('on every page Tab goes from each field of a form to the next', async ({ page }) => {
  for (const { path, shows } of signedOutPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
    expect(await expectFieldByField(page), path).toHaveLength(1)
  }

  await openInNewOrganisation(page)
  const found = new Set<string>()
  for (const { path, shows } of signedInPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [data-unsettled], main [data-waiting]')).toHaveCount(0)
    if (path === '/dashboard/profile') {
      await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Leave…' })).toBeVisible()
    }
    for (const name of await expectFieldByField(page)) found.add(name)
  }
  expect([...found].sort()).toEqual([
    'Change the address',
    'Change the name',
    'Invite your team',
    'Password',
    'Update Profile',
    'Who must use a second factor',
  ])
})

test('so it does where a form asks for more', async ({ page, browserErrors }) => {
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
    for (const name of ['Download', 'Leave…']) {
      // Whoever is alone can't leave, and has nothing to type there.
      const button = page.getByRole('button', { name })
      if (await button.isDisabled()) continue
      await button.click()
      expect(await expectFieldByField(page.getByRole('dialog'))).toHaveLength(1)
      await page.keyboard.press('Escape')
    }
  })

  await test.step('a second factor', async () => {
    const card = secondFactorCard(page)
    await card.getByRole('button', { name: 'Set up' }).click()
    expect(await expectFieldByField(card)).toHaveLength(1)
    await card.getByRole('button', { name: 'Cancel' }).click()
    await confirmAddress(page, email)
    await setUpSecondFactor(page)
    await card.getByRole('button', { name: 'I’ve saved them' }).click()
    for (const name of ['New recovery codes…', 'Switch off…']) {
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
