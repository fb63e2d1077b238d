import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { expectAnswersToAnything } from '../support/fuzz'

test('on PostgreSQL, whatever is sent is answered in the contract’s form, and never a failure of ours', async () => {
  await expectAnswersToAnything(10_000)
})

test('on the embedded database as well', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-fuzz-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  await expectAnswersToAnything(10_000, { DATA_DIR: directory })
})
