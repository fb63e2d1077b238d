import { test } from 'vitest'
import { expectAnswersToAnything } from '../support/fuzz'

test('whatever is sent is answered in the contract’s form, and never a failure of ours', async () => {
  await expectAnswersToAnything(1_000)
  // Bounds a failure: a thousand answers take seconds.
}, 300_000)
