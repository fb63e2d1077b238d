import { test } from '../../e2e/support/fixtures'
import { expectNothingMoves } from '../../e2e/support/layout-shift'

test('nothing moves as code, answers and font arrive late, on a phone and dark, but a line that breaks otherwise', async ({
  page,
}) => {
  // A link or an address may need one line more or less in the font that comes on a first visit.
  await expectNothingMoves(page, { width: 390, theme: 'dark', mostShift: 0.01 })
})
