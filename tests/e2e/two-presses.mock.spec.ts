import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './support/fixtures'

// Nothing covers the lists, and a dialog is as wide as the page.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 390, height: 844 },
})

async function middleOf(found: Locator): Promise<[x: number, y: number]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await found.boundingBox()) ?? {}
  return [x + width / 2, y + height / 2]
}

/** Presses twice at one place, as slowly as hands do: 0.45 s in all. */
async function pressTwice(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  await page.mouse.dblclick(...(await middleOf(button)), { delay: 150 })
  // An action under way would be seen in the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

test('two presses at one place never end two rows, nor confirm the dialog that the first one opened', async ({
  page,
}) => {
  await page.goto('dashboard/subscription?mock-scenario=admin,subscribed,buyer:india')
  const buttons = page.getByRole('main').getByRole('button', { name: /^Remove .+@/ })
  await expect(buttons.nth(1)).toBeVisible()
  const count = await buttons.count()
  await pressTwice(page, buttons.first())
  await expect(buttons).toHaveCount(count - 1)
  // The keyboard goes on from the next row.
  await expect(buttons.first()).toBeFocused()
  await page.reload()
  await expect(buttons).toHaveCount(count - 1)

  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  const dialog = page.getByRole('dialog', { name: /^Cancel / })
  const confirm = dialog.getByRole('button', { name: 'Cancel plan' })
  await cancel.click()
  const [, y] = await middleOf(confirm)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // Brings the button to where the dialog has the one that ends the plan.
  await cancel.evaluate((button, to) => {
    document.body.style.paddingBlock = '900px'
    const { top, height } = button.getBoundingClientRect()
    window.scrollBy(0, top + height / 2 - to)
  }, y)
  await page.mouse.dblclick(...(await middleOf(cancel)), { delay: 100 })
  await expect(confirm).toBeEnabled()
  // Then it does what it says.
  await confirm.click()
  await expect(page).toHaveURL('dashboard/pricing')
})
