import { test } from '../../e2e/support/fixtures'
import {
  expectChoicesSeen,
  expectEdgesSeen,
  expectStatesOfForm,
} from '../../e2e/support/forced-colours'

test.use({
  viewport: { width: 1440, height: 1200 },
  colorScheme: 'dark',
  contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' },
})

test('in a dark contrast theme, states, choices and edges are visible', async ({
  page,
  browserErrors,
}) => {
  test.slow()
  await expectStatesOfForm(page)
  await expectChoicesSeen(page)
  await expectEdgesSeen(page, browserErrors)
})
