import { expect, type Locator } from '@playwright/test'
import { calls } from '../../contract/calls'
import { expectOnePress } from './support/double-press'
import { buttonsOf, callsWithoutButton, everyButton } from './support/every-button'
import { test } from './support/fixtures'

test.use({ hasTouch: true })
test.slow()

test('every call that changes something has a button that is pressed twice', () => {
  const sent = new Set<string>(everyButton.flatMap(({ sends }) => sends))
  const missing = Object.entries(calls)
    .filter(([name, { method }]) => method !== 'GET' && !sent.has(name))
    .map(([name]) => name)
    .filter((name) => !(name in callsWithoutButton))
  expect(missing).toEqual([])
})

for (const [area, buttons] of Object.entries(buttonsOf)) {
  test(`an impatient hand presses buttons of ${area} twice, and each acts once`, async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 4\d\d/)
    for (const button of buttons) {
      for (const press of button.often ?? []) {
        await test.step(`${button.name}: ${press.way}, ${press.pause} ms`, () =>
          expectOnePress(page, button, press))
      }
    }
  })
}

test('Tab goes on, and a table sorts, as fast as somebody presses', async ({ page }) => {
  await page.goto('/dashboard/subscription?mock-scenario=admin,subscribed')
  const [start, end] = ['START DATE', 'END DATE'].map((name) => page.getByRole('button', { name }))
  await start?.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(end as Locator).toBeFocused()
  const column = page.getByRole('columnheader', { name: 'END DATE' })
  await page.keyboard.press('Enter')
  await expect(column).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('Enter')
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
})
