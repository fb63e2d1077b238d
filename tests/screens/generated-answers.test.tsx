import { beforeEach, test, vi } from 'vitest'
import { expectCallsToUnderstand, expectScreensToShow } from '../support/generated-answers'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('any answer to a call is understood or fails as an ApiError', async () => {
  await expectCallsToUnderstand(300)
})

test('a screen always shows something to read, whatever its calls answer', async () => {
  await expectScreensToShow(20)
}, 120_000)
