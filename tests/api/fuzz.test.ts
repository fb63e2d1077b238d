import { test } from 'vitest'
import { expectAnswersToAnything } from '../support/fuzz'

test('generated requests get an answer in the contract’s form, never a 500', async () => {
  await expectAnswersToAnything(300)
  // Bounds a failure: three hundred answers take seconds.
}, 300_000)
