import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, describe, expect, inject, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { openPgliteStore, openPostgresqlStore } from '../../server/app/sql-store'
import { describeConformance } from '../api/conformance'
import { silentLog } from '../api/sql-store-examples'
import {
  breakChanges,
  changingBy,
  isSaving,
  kindsWithout,
  stateOf,
} from '../support/broken-changes'
import { onEmbedded, targets } from '../support/conformance/targets'
import { makeOtherChanges } from '../support/other-changes'
import { putEmptyDatabase } from '../support/pglite'
import { createDatabase } from '../support/postgresql'

/**
 * Takes a copy of the embedded database's folder before each message of a change to it, and after the last: what a
 * process that is killed there leaves to the next one. A copy must hold all of the change, or nothing of it.
 * @param folder for the copies, which are removed.
 */
function killInChanges(folder: string) {
  /** Takes a copy, while a change is made. */
  let copyNow: (() => void) | null = null
  const killed = new Set<string>()
  const halfDone: string[] = []

  // The one door to the database itself: transactions' beginnings and ends go through it, too.
  const original = PGlite.prototype.execProtocolRawSync
  PGlite.prototype.execProtocolRawSync = function (...given) {
    copyNow?.()
    return original.apply(this, given)
  }

  /** Opens a copy, as the next process would. */
  async function stateIn(copy: string): Promise<string> {
    const client = await PGlite.create(copy)
    const state = await stateOf(
      async (text) => (await client.query(text, [], { rowMode: 'array' })).rows as unknown[][],
    )
    await client.close()
    rmSync(copy, { recursive: true })
    return state
  }

  async function makeKilled<Answer>(
    database: string,
    name: string,
    make: () => Promise<Answer>,
  ): Promise<Answer> {
    const copies: string[] = []
    const copy = () => {
      const to = mkdtempSync(join(folder, 'copy-'))
      cpSync(database, to, { recursive: true })
      copies.push(to)
    }
    try {
      copyNow = copy
      return await make()
    } finally {
      copyNow = null
      copy()
      const states: string[] = []
      for (const one of copies) states.push(await stateIn(one))
      const [before, after] = [states[0], states.at(-1)]
      if (before !== after) killed.add(name)
      // Others may have changed something meanwhile: it must have been done at once.
      if (new Set(states).size > 2) halfDone.push(name)
    }
  }

  return {
    halfDone,
    /** @returns the kinds that save, and were not killed. */
    missing: () => kindsWithout(killed),
    /** @param database its folder. */
    within: (database: string, store: Store) =>
      changingBy(store, (name, work) =>
        !isSaving(name) || killed.has(name) || copyNow ? work() : makeKilled(database, name, work),
      ),
    stop() {
      PGlite.prototype.execProtocolRawSync = original
    },
  }
}

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
