import { test } from './support/fixtures'
import {
  expectChoicesSeen,
  expectEdgesSeen,
  expectSeen,
  expectStatesOfForm,
} from './support/forced-colours'

// A dark contrast theme is looked at in tests/long/browser: it has the same rules.
test.use({
  viewport: { width: 1440, height: 1200 },
  contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' },
})

test('in a contrast theme, fields, ticks and buttons of a form show their states, and notices have edges', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  await expectStatesOfForm(page)
  await page.goto('/invite/no-such-link')
  await expectSeen(page.getByRole('main').locator('section').first())
})

test('in a contrast theme, the chosen, current and next items are recognisable', async ({
  page,
}) => {
  await expectChoicesSeen(page)
})

test('in a contrast theme, buttons, dialogs, toasts and placeholders have edges', async ({
  page,
  browserErrors,
}) => {
  await expectEdgesSeen(page, browserErrors)
})
