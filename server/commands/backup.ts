import { statSync } from 'node:fs'
import { backUpFolder, backUpPostgresql } from '../store/backup/ends'
import { keepNewest, writeBackup } from '../store/backup/file'
import type { Lines } from '../store/backup/lines'
import { askForBackup } from '../store/backup/live'
import { connectToPostgresql, print, readDataSettings, runCommand } from './command'

const usage = 'npm run backup -- <folder> [--keep <number>]'

/**
 * `npm run backup -- /var/backups/orglens --keep 30`: writes a backup, also while servers run, and keeps the newest 30.
 */
runCommand(async ([folder, option, number = '', ...rest]) => {
  const isKeeping = option === '--keep' && /^[1-9]\d*$/.test(number)
  if (!folder || folder.startsWith('-') || !(option === undefined || isKeeping) || rest.length > 0)
    throw new Error(usage)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`There is no folder ${folder}. Make it, for the user who runs this alone.`)
  }
  const path = await backUp((source) => writeBackup(folder, source))
  await print(`${path}: ${statSync(path).size} bytes`)
  if (!isKeeping) return
  for (const name of keepNewest(folder, Number(number))) await print(`Deleted ${name}`)
})

async function backUp(write: (source: Lines) => Promise<string>): Promise<string> {
  const client = await connectToPostgresql()
  if (client) return await backUpPostgresql(client, write).finally(() => client.end())
  const { dataDirectory } = readDataSettings()
  return (await askForBackup(dataDirectory, write)) ?? (await backUpFolder(dataDirectory, write))
}
