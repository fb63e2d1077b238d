import { existsSync } from 'node:fs'
import { restoreToFolder, restoreToPostgresql } from '../store/backup/ends'
import { readBackup } from '../store/backup/file'
import type { Lines } from '../store/backup/lines'
import type { Restored } from '../store/backup/load'
import { connectToPostgresql, print, readDataSettings, runCommand } from './command'

/** `npm run restore -- <file>`: brings a backup into an empty database. */
runCommand(async ([file, ...rest]) => {
  if (!file || rest.length > 0) throw new Error('Name a backup: npm run restore -- <file>')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const { head, rows } = await restore(await readBackup(file))
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0)
  await print(
    `Restored ${rows.get('organisations')} organisations with ${rows.get('users')} people: all ${all} rows, compared with the file.`,
  )
  await print(`It is the state of ${head.madeAt}, written by Orglens ${head.version}.`)
  await print(
    'What has happened since is not in it: docs/operating.md says what to look after ("Backup and restore").',
  )
})

async function restore(source: Lines): Promise<Restored> {
  const client = await connectToPostgresql()
  if (client) return await restoreToPostgresql(client, source).finally(() => client.end())
  return await restoreToFolder(readDataSettings().dataDirectory, source)
}
