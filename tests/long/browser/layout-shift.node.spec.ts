import { test } from '../../e2e/support/fixtures'
import { expectNothingMoves, screens } from '../../e2e/support/layout-shift'

test('nothing moves or changes as code, answers and font arrive late, on a phone and dark', async ({
  page,
}) => {
  const paths = screens.map(({ path }) => path)
  await expectNothingMoves(page, { width: 390, theme: 'dark', paths })
})
