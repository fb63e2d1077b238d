import { test } from './support/fixtures'
import { expectNothingMoves, screens } from './support/layout-shift'

// On a phone every screen is looked at in tests/long/browser: here one of each kind.
const onPhone = ['/signin', '/dashboard/main', '/dashboard/subscription']

test('nothing moves or changes as code, answers and font arrive late', async ({ page }) => {
  const paths = screens.map(({ path }) => path)
  await expectNothingMoves(page, { width: 1440, theme: 'light', paths })
})

test('nothing moves or changes as code, answers and font arrive late, on a phone and dark', async ({
  page,
}) => {
  await expectNothingMoves(page, { width: 390, theme: 'dark', paths: onPhone })
})
