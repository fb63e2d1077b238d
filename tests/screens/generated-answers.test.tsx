import { beforeEach, test, vi } from 'vitest'
import { expectCallsToUnderstand, expectScreensToShow } from '../support/generated-answers'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('whatever a call is answered, it is understood or fails as such', async () => {
  await expectCallsToUnderstand(300)
})

test('whatever a screen’s calls are answered, there is something to read', async () => {
  await expectScreensToShow(20)
}, 120_000)
