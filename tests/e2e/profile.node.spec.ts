import { expect } from '@playwright/test'
import { test } from './support/fixtures'
import { expectSignedOut, openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('leaving with unsaved text asks first, in every way to leave', async ({ page }) => {
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

  await openSignedIn(page, '/dashboard/invite-team')
  await emails.fill('lin@people.test')

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
    await pricing.click()
    await leave.click()
    await expect(page).toHaveURL('/dashboard/pricing')
  })

  await test.step('by the back button', async () => {
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await page.getByLabel('Full Name').fill('Somebody Else')
    await page.goBack()
    await stay.click()
    await expect(page).toHaveURL('/dashboard/profile')
    await expect(page.getByLabel('Full Name')).toHaveValue('Somebody Else')
  })

  await test.step('by logging out, once', async () => {
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await leave.click()
    await expectSignedOut(page)
    expect(browserAsked).toEqual(['beforeunload'])
  })
})
