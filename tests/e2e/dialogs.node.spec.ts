import { expect, type Locator } from '@playwright/test'
import { planCard } from './support/billing'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Expects a dialog's last buttons: below each other, 12 px apart, as wide as what stands above them (D105). */
async function expectButtons(dialog: Locator, names: string[]): Promise<void> {
  await expect(dialog).toBeVisible()
  const found = await dialog.locator('button:not([aria-controls])').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return { name: button.textContent, left, right, top, bottom }
    }),
  )
  expect(found.map(({ name }) => name)).toEqual(names)
  const heading = await dialog.getByRole('heading').boundingBox()
  for (const [index, { name, left, right, top }] of found.entries()) {
    expect(left, name).toBeCloseTo(heading?.x ?? 0)
    expect(right - left, name).toBeCloseTo(heading?.width ?? 0)
    const above = found[index - 1]
    if (above) expect(top - above.bottom, `above ${name}`).toBeCloseTo(12)
  }
}

test('in every dialog the button that confirms stands first, and the harmless one last', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 500|failed/i)
  await page.route('**/api/create-subscription/', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await openSignedIn(page, 'admin')
  const dialog = page.getByRole('dialog')
  const expectAtAnyWidth = async (shown: Locator, names: string[]) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectButtons(shown, names)
    }
  }
  await page.goto('/dashboard/subscription')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expectAtAnyWidth(dialog, ['Cancel plan', 'Stop renewing', 'Keep plan'])
  await expect(dialog.getByRole('button', { name: 'Keep plan' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Stop renewing' })).toBeFocused()

  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Leave…' }).click()
  await expectAtAnyWidth(dialog, ['Delete my account', 'Cancel'])
  // What describes it is its text, without the form in it.
  await expect(dialog).toHaveAccessibleDescription(
    /^This deletes your account .* stop the renewal first\.$/,
  )
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused()

  await page.goto('/dashboard/pricing')
  await planCard(page, 'Scale').getByRole('button').click()
  await dialog.getByRole('button', { name: 'Switch plan' }).click()
  await expectAtAnyWidth(page.getByRole('alertdialog'), ['OK'])
})
