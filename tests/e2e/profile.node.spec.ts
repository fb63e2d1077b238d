import { expect } from '@playwright/test'
import { axeInBothThemes } from './support/axe-in-both-themes'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'
import { axeWithoutProfile } from './support/without-profile'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a click copies the organisation’s link, if the browser allows it', async ({
  page,
  context,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(/Failed to copy the link/)
  await openSignedIn(page, 'member', '/dashboard/profile')
  const link = page.getByRole('button', { name: 'Copy the link' })

  await context.grantPermissions([])
  await link.click()
  await expect(page.getByText('Failed to copy the link.')).toBeVisible()
  expect(browserErrors.messages.join()).toContain('Failed to copy the link')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await link.click()
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}/acme-analytics`,
  )
})

test('a contact number can be pasted as copied elsewhere', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSignedIn(page, 'member', '/dashboard/profile')
  const number = page.getByLabel('Contact Number')
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await number.focus()
    await page.keyboard.press('Control+v')
  }
  await number.clear()
  await paste('+91 98765 43210')
  await expect(page.getByLabel('Country Code')).toHaveValue('+91')
  await expect(number).toHaveValue('9876543210')
  await paste('+44 (0)20 7946 0958')
  await expect(page.getByLabel('Country Code')).toHaveValue('+44')
  await expect(number).toHaveValue('02079460958')
  await expect(page.getByText('The country code is +44 now.')).toBeVisible()
  await axeInBothThemes(page)
  await number.clear()
  await paste('٠٢٠ ٧٩٤٦ ext. ٥')
  await expect(number).toHaveValue('02079465')
  await expect(page.getByText('Only digits belong here: “ext” was left out.')).toBeVisible()
  await number.pressSequentially('x')
  await expect(number).toHaveValue('02079465')
  await number.clear()
  await number.pressSequentially('+61 4')
  await expect(page.getByLabel('Country Code')).toHaveValue('+61')
  await expect(number).toHaveValue('4')
})

test('the profile is accessible in every state', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 4\d\d|Error updating profile|Failed to fetch profile data/)
  await openSignedIn(page, 'admin')
  await axeWithoutProfile(page, '/dashboard/profile', () =>
    expect(page.getByText('Loading your profile…')).toBeAttached(),
  )
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByLabel('Full Name').clear()
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Please enter your full name.')).toBeVisible()
  await axeInBothThemes(page)
  await page.getByLabel('Full Name').fill('Priya Sharma')
  await page.getByLabel('Email').fill('member@acme.test')
  const form = page.getByRole('form', { name: 'Update Profile' })
  await form.getByRole('textbox', { name: 'Current password' }).fill('orglens-demo')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Error updating profile.')).toBeVisible()
  await axeInBothThemes(page)
})
