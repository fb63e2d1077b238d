import { test } from './support/fixtures'
import { expectNothingMoves } from './support/layout-shift'

// On a phone: tests/long/browser.
test('nothing moves as code, answers and font arrive late', async ({ page }) => {
  await expectNothingMoves(page, { width: 1440, theme: 'light' })
})
