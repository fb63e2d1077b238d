import { expect, type Locator, type Page } from '@playwright/test'
import { signInToFixedAnswers } from '../../e2e/support/fixed-answers'
import { test } from '../../e2e/support/fixtures'
import { type Part, pictureOf, shareChanged } from '../../e2e/support/pixels'

/** The minimum difference between two states: of the background, the border, or a mark. */
const ground = 0.3
const line = 0.04
const mark = 0.1

async function expectChange(
  element: Locator,
  change: () => Promise<unknown>,
  least: number,
  part: Part = 'whole',
): Promise<void> {
  const before = await pictureOf(element, part)
  await change()
  await expect
    .poll(async () => shareChanged(element.page(), before, await pictureOf(element, part)), {
      message: `${element} looks another way`,
    })
    .toBeGreaterThan(least)
}

/** Expects that it can be seen where an element begins, or that there is one. */
async function expectSeen(element: Locator, part: Part = 'upper edge'): Promise<void> {
  const setOpacity = (value: string) =>
    element.evaluate((node: HTMLElement, to) => node.style.setProperty('opacity', to), value)
  await expectChange(element, () => setOpacity('0'), 0.2, part)
  await setOpacity('')
}

async function expectFocusSeen(page: Page, element: Locator): Promise<void> {
  // From then on the browser shows where the focus is.
  await page.keyboard.press('Shift')
  await element.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await expectChange(element, () => element.focus(), line, 'around')
}

async function expectStatesOfForm(page: Page): Promise<void> {
  await page.goto('/register')
  const button = page.getByRole('button', { name: 'Register', exact: true })
  await expect(button).toBeVisible()
  const name = page.getByLabel('Full Name')
  const eye = page.getByRole('button', { name: /password/ }).first()
  const agreed = page.getByRole('checkbox')
  for (const control of [name, agreed, button]) await expectSeen(control)
  for (const control of [name, eye, agreed, button]) await expectFocusSeen(page, control)
  await expectChange(eye, () => eye.click(), 0.01)
  await expectChange(agreed, () => agreed.check(), mark)
  await expectChange(agreed, () => agreed.uncheck(), mark)
  // Two of the fields that are wrong have no text of their own.
  await name.blur()
  await expectChange(
    name,
    async () => {
      await button.click()
      await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    },
    0.01,
    'around',
  )
  await expect(page.getByText('You must agree to the terms and conditions.')).toBeVisible()
  await expect(agreed).toHaveCSS('border-style', 'dashed')
}

async function expectChoicesSeen(page: Page): Promise<void> {
  await signInToFixedAnswers(page)
  await page.goto('/dashboard/pricing')
  const search = page.getByRole('button', { name: /Search/ })
  const colour = await search.evaluate((button) => getComputedStyle(button).color)
  await expect(search.locator('svg')).toHaveCSS('color', colour)
  const yearly = page.getByRole('group', { name: 'Billing period' }).locator('label').last()
  await expect(yearly).toBeVisible()
  await expectChange(yearly, () => page.getByRole('radio', { name: /Yearly/ }).check(), ground)
  await page.keyboard.press('Shift')
  const monthly = page.getByRole('group', { name: 'Billing period' }).locator('label').first()
  await expectChange(monthly, () => page.keyboard.press('ArrowLeft'), ground)

  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' })
  await expectChange(link, () => link.click(), ground)
  await expect(link).toHaveAttribute('aria-current', 'page')

  await expect(page.getByRole('heading', { name: 'Update Profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Profile menu' }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Invite Team' })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await expectSeen(page.getByRole('menu'))
  await expectChange(item, () => page.keyboard.press('ArrowDown'), ground)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+K')
  const option = page.getByRole('option').nth(1)
  await expect(option).toBeVisible()
  await expectSeen(page.getByRole('dialog', { name: 'Search' }))
  await expectChange(option, () => page.keyboard.press('ArrowDown'), ground)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in a ${colorScheme} contrast theme`, () => {
    test.use({
      viewport: { width: 1440, height: 1200 },
      colorScheme,
      contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' },
    })

    test('states and choices are visible', async ({ page, browserErrors }) => {
      browserErrors.allow(/422/)
      await expectStatesOfForm(page)
      await expectChoicesSeen(page)
    })
  })
}
