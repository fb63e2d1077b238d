import { expect } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { password } from './support/newcomer'
import { openInNewOrganisation } from './support/organisation'
import { expectSignedOut, openSignedIn, signInUnseen } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a change of the profile is refused at its field, accessibly, and saved once it is mended', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4\d\d|Error updating profile/)
  const { fullName, email } = await openInNewOrganisation(page, '/dashboard/profile')
  await page.getByLabel('Contact Number').pressSequentially('x')
  await expect(page.getByText('Digits only: “x” was left out.')).toBeVisible()
  await page.getByLabel('Full Name').clear()
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Please enter your full name.')).toBeVisible()
  await page.getByLabel('Full Name').fill(`${fullName} Stone`)
  await page.getByLabel('Contact Number').fill('9876543210')
  await page.getByLabel('Email').fill('member@acme.test')
  const form = page.getByRole('form', { name: 'Update Profile' })
  await form.getByRole('textbox', { name: 'Current password' }).fill(password)
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Error updating profile.')).toBeVisible()
  await axeInBothThemes(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue(`${fullName} Stone`)
  await expect(page.getByLabel('Contact Number')).toHaveValue('9876543210')
})

test('leaving with unsaved text asks first, in every way to leave', async ({ page, context }) => {
  const browserAsked: string[] = []
  page.on('dialog', (dialog) => {
    browserAsked.push(dialog.type())
    void dialog.dismiss()
  })
  const question = page.getByRole('dialog', { name: /^Leave without/ })
  const stay = question.getByRole('button', { name: 'Stay' })
  const leave = question.getByRole('button', { name: 'Leave' })
  const emails = page.getByLabel('Enter Email(s) (comma separated)')
  const pricing = page.getByRole('link', { name: 'Pricing', exact: true })

  await test.step('a paste is something typed, turned into addresses', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openSignedIn(page, 'admin', '/dashboard/invite-team')
    await emails.pressSequentially('lin@people.test')
    await page.evaluate(() =>
      navigator.clipboard.writeText('"Hopper, Grace" <grace@people.test>;\r\nada@people.test\r\n'),
    )
    await page.keyboard.press('Control+v')
    await expect(emails).toHaveValue('lin@people.test, grace@people.test, ada@people.test')
    await expect(page.getByText('3 emails to be sent')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(emails).toHaveValue('lin@people.test')
    await page.evaluate(() => navigator.clipboard.writeText('ada@people.test'))
    await page.keyboard.press('Home')
    await page.keyboard.press('Control+v')
    await expect(emails).toHaveValue('ada@people.test, lin@people.test')
    await page.keyboard.press('Control+z')
    await expect(emails).toHaveValue('lin@people.test')
  })

  await test.step('by a link, and the focus comes back to it', async () => {
    await pricing.click()
    await expect(stay).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(pricing).toBeFocused()
    await expect(page).toHaveURL('/dashboard/invite-team')
  })

  await test.step('by closing the tab, where the browser asks', async () => {
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => browserAsked).toEqual(['beforeunload'])
    await expect(emails).toHaveValue('lin@people.test')
  })

  await test.step('and then it goes', async () => {
    await pricing.click()
    await leave.click()
    await expect(page).toHaveURL('/dashboard/pricing')
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await expect(page.getByLabel('Full Name')).toBeVisible()
    await expect(question).toHaveCount(0)
  })

  await test.step('by the back button', async () => {
    await page.getByLabel('Full Name').fill('Somebody Else')
    await page.goBack()
    await stay.click()
    await expect(page).toHaveURL('/dashboard/profile')
    await expect(page.getByLabel('Full Name')).toHaveValue('Somebody Else')
  })

  await test.step('by logging out, once', async () => {
    const menu = page.getByRole('button', { name: 'Profile menu' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await stay.click()
    await expect(menu).toBeFocused()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await leave.click()
    await expectSignedOut(page)
    expect(browserAsked).toEqual(['beforeunload'])
  })
})

test('another sign-in reloads the page, whatever was typed', async ({ page, context }) => {
  const browserAsked: string[] = []
  page.on('dialog', (dialog) => {
    browserAsked.push(dialog.type())
    void dialog.accept()
  })
  await openSignedIn(page, 'admin', '/dashboard/profile')
  await page.getByLabel('Full Name').pressSequentially('!')
  const other = await context.newPage()
  await other.goto('/dashboard/pricing')
  await expect(other.getByRole('heading', { name: 'Growth' })).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await signInUnseen(other, 'member')
  await reloaded
  await expect(page.getByLabel('Full Name')).not.toHaveValue(/!/)
  expect(browserAsked).toEqual([])
})
