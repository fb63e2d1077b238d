import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { inject } from 'vitest'
import type { Store } from '../../server/api/store'
import { createSqlStore } from '../../server/app/sql-store'
import { bringUpToDate } from '../../server/store/migrate'
import { embeddedTransactions } from '../../server/store/pglite/pglite'

/**
 * @returns a PGlite in memory with the store's empty tables: a copy of one that is made once in a run,
 *   which takes a fraction of the time. Each holds hundreds of megabytes until it is closed.
 */
async function openEmptyPglite(): Promise<PGlite> {
  return PGlite.create({
    loadDataDir: new Blob([readFileSync(await archiveOfEmpty())]),
    // The default of 128 MB takes half of the time.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  })
}

/** @returns an empty store in a PGlite in memory. */
export async function createPgliteTestStore(): Promise<Store> {
  const client = await openEmptyPglite()
  return createSqlStore({
    database: drizzle({ client }),
    ...embeddedTransactions(client),
    close: () => client.close(),
  })
}

/**
 * Puts an empty embedded database where a server or a store is to find it. The first start of one
 * without, which takes seconds, has tests of its own.
 * @param directory as DATA_DIR; made if need be.
 */
export async function putEmptyDatabase(directory: string): Promise<void> {
  const database = join(directory, 'pglite')
  mkdirSync(database, { recursive: true })
  execFileSync('tar', ['-xf', await archiveOfEmpty(), '-C', database])
}

/** @returns the archive's path. Of test files that need it at once, one makes it: that takes seconds. */
async function archiveOfEmpty(): Promise<string> {
  const path = join(inject('pgliteFolder'), 'empty.tar')
  const claim = `${path}.claim`
  while (!existsSync(path)) {
    try {
      mkdirSync(claim)
    } catch {
      await sleep(50)
      continue
    }
    try {
      const client = await PGlite.create()
      await bringUpToDate(client)
      const archive = await client.dumpDataDir('none')
      await client.close()
      writeFileSync(join(claim, 'archive'), Buffer.from(await archive.arrayBuffer()))
      renameSync(join(claim, 'archive'), path)
    } finally {
      rmSync(claim, { recursive: true })
    }
  }
  return path
}
