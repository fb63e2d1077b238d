import { test } from 'vitest'
import { expectAnswersToAnything } from '../support/fuzz'

test('whatever is sent is answered in the contract’s form, and never a failure of ours', async () => {
  await expectAnswersToAnything(300)
  // Bounds a failure: three hundred answers take seconds.
}, 300_000)
