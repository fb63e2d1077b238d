import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { openInNewOrganisation } from './support/organisation'
import { profileFact } from './support/profile'

test('a changed name and number show at once, everywhere, and stay', async ({ page }) => {
  const { organisation, email } = await openInNewOrganisation(page, '/dashboard/profile')
  const number = page.getByLabel('Contact Number')
  const save = page.getByRole('button', { name: 'Update Profile' })

  await test.step('the cards say who one is and where one belongs', async () => {
    await expect(profileFact(page, 'Full Name')).toHaveText('Ada Marlow')
    await expect(profileFact(page, 'Email')).toHaveText(email)
    await expect(profileFact(page, 'Contact Number')).toHaveText('Not given')
    await expect(profileFact(page, 'Name')).toHaveText(organisation)
    const slug = organisation.toLowerCase().replace(' ', '-')
    await expect(profileFact(page, 'Link')).toHaveText(new RegExp(`https?://[^/]+/${slug}$`))
  })

  await test.step('a number takes as many digits as its country code allows', async () => {
    await expect(page.getByLabel('Country Code')).toHaveValue('+91')
    await number.pressSequentially('98-76 five 5432101234')
    await expect(number).toHaveValue('9876543210')
    await page.getByLabel('Country Code').selectOption('+44')
    await expect(number).toHaveValue('')
    await number.pressSequentially('020794600001')
    await expect(number).toHaveValue('02079460000')
  })

  await test.step('what is saved shows at once', async () => {
    await page.getByLabel('Full Name').fill('  Grace Hopper ')
    await save.click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await expect(profileFact(page, 'Full Name')).toHaveText('Grace Hopper')
    await expect(profileFact(page, 'Contact Number')).toHaveText('+44-02079460000')
    await expect(page.getByRole('button', { name: 'Profile menu' })).toHaveText('GH')
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await expect(page.getByRole('menu')).toContainText('Hey, Grace')
    await page.keyboard.press('Escape')
  })

  await test.step('an empty number is none', async () => {
    await page.reload()
    await expect(number).toHaveValue('02079460000')
    await expect(page.getByLabel('Country Code')).toHaveValue('+44')
    await number.clear()
    await save.click()
    await expect(profileFact(page, 'Contact Number')).toHaveText('Not given')
    await page.reload()
    await expect(profileFact(page, 'Full Name')).toHaveText('Grace Hopper')
    await expect(profileFact(page, 'Contact Number')).toHaveText('Not given')
  })
})
