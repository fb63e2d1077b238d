import { expectOnePress } from '../../e2e/support/double-press'
import { everyButton } from '../../e2e/support/every-button'
import { test } from '../../e2e/support/fixtures'
import { pauses, ways } from '../../e2e/support/pressed-button'

test.use({ hasTouch: true })
test.slow()

for (const button of everyButton) {
  test(`an impatient hand presses '${button.name}' twice, and it acts once`, async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 4\d\d/)
    for (const way of ways) {
      for (const pause of pauses) {
        await test.step(`${way}, ${pause} ms`, () => expectOnePress(page, button, { way, pause }))
      }
    }
  })
}
