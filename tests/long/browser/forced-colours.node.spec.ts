import { test } from '../../e2e/support/fixtures'
import {
  expectChoicesSeen,
  expectEdgesSeen,
  expectSeen,
  expectStatesOfForm,
} from '../../e2e/support/forced-colours'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in a ${colorScheme} contrast theme`, () => {
    test.use({
      viewport: { width: 1440, height: 1200 },
      colorScheme,
      contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' },
    })

    test('states, choices, notices and edges are visible', async ({ page, browserErrors }) => {
      browserErrors.allow(/422/)
      await expectStatesOfForm(page)
      await page.goto('/invite/no-such-link')
      await expectSeen(page.getByRole('main').locator('section').first())
      await expectChoicesSeen(page)
      await expectEdgesSeen(page, browserErrors)
    })
  })
}
