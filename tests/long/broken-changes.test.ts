import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openPgliteStore, openPostgresqlStore } from '../../server/app/open-stores'
import { describeConformance } from '../api/conformance'
import { silentLog } from '../api/sql-store-examples'
import { breakChanges } from '../support/broken-changes'
import { onEmbedded, targets } from '../support/conformance/targets'
import { killInChanges } from '../support/killed-changes'
import { makeOtherChanges } from '../support/other-changes'
import { putEmptyDatabase } from '../support/pglite'
import { createDatabase } from '../support/postgresql'

describe('fifty changes of each kind, their connections broken', () => {
  const broken = breakChanges(50)
  afterAll(broken.stop)

  describeConformance(targets.postgresql(broken.breaking))

  test('has done nothing', async () => {
    const url = await createDatabase(inject('postgresqlUrl'))
    await makeOtherChanges(await broken.breaking(url, await openPostgresqlStore(url, silentLog)))
    expect(broken.halfDone).toEqual([])
    expect(broken.missing()).toEqual([])
  })
})

describe('a change of each kind, its process killed', () => {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-killed-'))
  const killed = killInChanges(directory)
  afterAll(() => {
    killed.stop()
    rmSync(directory, { recursive: true })
  })

  describeConformance(onEmbedded(join(directory, 'suite'), killed.within))

  test('has done all or nothing', async () => {
    const other = join(directory, 'other')
    await putEmptyDatabase(other)
    const store = await openPgliteStore(other, silentLog)
    await makeOtherChanges(killed.within(join(other, 'pglite'), store))
    expect(killed.halfDone).toEqual([])
    expect(killed.missing()).toEqual([])
  })
})
