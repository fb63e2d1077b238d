import { expect, type Locator } from '@playwright/test'
import { signInToFixedAnswers } from '../../e2e/support/fixed-answers'
import { test } from '../../e2e/support/fixtures'

async function pictureOf(element: Locator): Promise<Buffer> {
  // A page that comes alive may just be drawing the element anew.
  await expect.poll(() => element.boundingBox(), `${element} is drawn`).not.toBeNull()
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {}
  // With its ring.
  const clip = { x: x - 5, y: y - 5, width: width + 10, height: height + 10 }
  return await element.page().screenshot({ clip, animations: 'disabled' })
}

async function expectChange(element: Locator, change: () => Promise<unknown>): Promise<void> {
  const before = await pictureOf(element)
  await change()
  await expect
    .poll(async () => before.equals(await pictureOf(element)), `${element} looks the same`)
    .toBe(false)
}

test.use({
  viewport: { width: 1440, height: 1200 },
  contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' },
})

test('states of a form are visible in a contrast theme', async ({ page, browserErrors }) => {
  browserErrors.allow(/422/)
  await page.goto('/register')
  const button = page.getByRole('button', { name: 'Register', exact: true })
  await expect(button).toBeVisible()
  const name = page.getByLabel('Full Name')
  const eye = page.getByRole('button', { name: /password/ }).first()
  const agreed = page.getByRole('checkbox')
  // From then on the browser shows where the focus is.
  await page.keyboard.press('Shift')
  for (const control of [name, eye, agreed, button]) {
    await control.blur()
    await expectChange(control, () => control.focus())
  }
  await expectChange(eye, () => eye.click())
  await expectChange(agreed, () => agreed.check())
  await agreed.uncheck()
  // Two of the fields that are wrong have no text of their own.
  await expectChange(name, async () => {
    await button.click()
    await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
    await name.blur()
  })
  await expect(page.getByText('You must agree to the terms and conditions.')).toBeVisible()
  await expect(agreed).toHaveCSS('border-style', 'dashed')
})

test('choices are visible in a contrast theme', async ({ page }) => {
  await signInToFixedAnswers(page)
  await page.goto('/dashboard/pricing')
  const search = page.getByRole('button', { name: /Search/ })
  const colour = await search.evaluate((button) => getComputedStyle(button).color)
  await expect(search.locator('svg')).toHaveCSS('color', colour)
  const period = page.getByRole('group', { name: 'Billing period' }).locator('label')
  await expectChange(period.last(), () => page.getByRole('radio', { name: /Yearly/ }).check())
  await expectChange(period.first(), () => page.keyboard.press('ArrowLeft'))

  const navigation = page.getByRole('navigation', { name: 'Main' })
  const link = navigation.getByRole('link', { name: 'Profile' })
  await expectChange(link, () => link.click())
  await expect(link).toHaveAttribute('aria-current', 'page')

  await expect(page.getByRole('heading', { name: 'Update Profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Profile menu' }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Invite Team' })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await expectChange(item, () => page.keyboard.press('ArrowDown'))
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+K')
  const option = page.getByRole('option').nth(1)
  await expect(option).toBeVisible()
  await expectChange(option, () => page.keyboard.press('ArrowDown'))
})
