import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { DataTooOld } from '../../store/data-too-old'
import {
  databaseIn,
  foreignFile,
  freeSpace,
  hasDatabase,
  nearlyFull,
  ownerOf,
} from '../../store/pglite/data-folder'
import { isLocked } from '../../store/pglite/directory-lock'
import { type Check, fault, ok, reasonOf, skipped, warning } from './check'

const todoOfOwner = (directory: string, owner: string) =>
  `Run the server, and this, as ${owner}; or give the folder to the server's user: chown -R … ${resolve(directory)}`

/** The checks of the embedded database. None opens it: it belongs to one process. */
export const dataFolderChecks: readonly Check<{ directory: string }>[] = [
  {
    name: 'data folder',
    tried: ({ directory }) =>
      `to look into ${resolve(directory)}, without opening the embedded database`,
    async find({ directory }) {
      const database = databaseIn(directory)
      try {
        if (!hasDatabase(directory)) {
          return warning(
            `There is no database in ${resolve(directory)}.`,
            'The first start of the server creates it. Set DATA_DIR if it is elsewhere, or DATABASE_URL.',
          )
        }
      } catch (error) {
        if (error instanceof DataTooOld) {
          return fault(error.message, 'Set DATA_DIR to a new folder.')
        }
        return fault(reasonOf(error), `Run this as the server's user: sudo -u orglens …`)
      }
      const owner = ownerOf(database)
      if (process.geteuid && statSync(database).uid !== process.geteuid()) {
        return fault(
          `${database} belongs to ${owner}, and this runs as ${userInfo().username}.`,
          todoOfOwner(directory, owner),
        )
      }
      const foreign = foreignFile(directory)
      if (foreign) {
        return fault(
          `${foreign} belongs to ${ownerOf(foreign)}, and the database to ${owner}: it stops the server.`,
          todoOfOwner(directory, owner),
        )
      }
      const use = isLocked(join(directory, 'database.lock'))
        ? 'A server has it open, so only it can say more: /readyz.'
        : 'No server has it open.'
      return ok(`It belongs to ${owner}, like all its files. ${use}`)
    },
  },
  {
    name: 'disk',
    tried: ({ directory }) => `to read what is left on the disk of ${resolve(directory)}`,
    async find({ directory }) {
      const bytes = freeSpace(directory)
      if (bytes === Number.POSITIVE_INFINITY) return skipped('The file system doesn’t say.')
      const found = `${Math.floor(bytes / 1024 / 1024)} MB are left.`
      return bytes < nearlyFull
        ? fault(
            found,
            'Make room, give the folder a larger disk, or move to PostgreSQL: changes are refused when nothing is left.',
          )
        : ok(found)
    },
  },
]
