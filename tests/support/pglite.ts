import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { bringUpToDate } from '../../server/store/migrate'

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
