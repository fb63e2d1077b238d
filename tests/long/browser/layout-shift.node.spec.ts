import { test } from '../../e2e/support/fixtures'
import { expectNothingMoves } from '../../e2e/support/layout-shift'

test('nothing moves or changes as code, answers and font arrive late, on a phone and dark', async ({
  page,
}) => {
  await expectNothingMoves(page, { width: 390, theme: 'dark' })
})
