import { test } from 'vitest'
import { newFolder } from '../support/folders'
import { expectAnswersToAnything } from '../support/fuzz'

test('generated requests get an answer in the contract’s form on PostgreSQL, never a 500', async () => {
  await expectAnswersToAnything(10_000)
})

test('generated requests get an answer in the contract’s form on the embedded database', async () => {
  await expectAnswersToAnything(10_000, { DATA_DIR: newFolder() })
})
