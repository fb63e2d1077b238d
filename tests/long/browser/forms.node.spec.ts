import { expect } from '@playwright/test'
import { axeInBothThemes } from '../../e2e/support/axe-in-both-themes'
import { test } from '../../e2e/support/fixtures'
import { expectFieldByField } from '../../e2e/support/keyboard'
import { confirmAddress } from '../../e2e/support/mailbox'
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
  const { email } = await openInNewOrganisation(page, '/dashboard/profile')
  const code = page.getByLabel('Code', { exact: true })

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
    await setUpSecondFactor(page)
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
})
