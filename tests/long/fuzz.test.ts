import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { expectAnswersToAnything } from '../support/fuzz'

test('generated requests get an answer in the contract’s form on PostgreSQL, never a 500', async () => {
  await expectAnswersToAnything(10_000)
})

test('generated requests get an answer in the contract’s form on the embedded database', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-fuzz-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  await expectAnswersToAnything(10_000, { DATA_DIR: directory })
})
