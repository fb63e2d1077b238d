import { createHash } from 'node:crypto'
import { version } from '../../../package.json'
import { lastMigration } from '../migrate'
import type { Connection } from '../sql/database'
import { endLine, headLine, tableLine, textOf } from './lines'
import { beginSteadily, rowsOf, tablesAfter } from './rows'

/**
 * Reads all of a database. Nothing is written there.
 * @param connection in a transaction that sees one state.
 * @returns the lines of a backup.
 * @throws Error if it isn't a database of Orglens, or of a newer version.
 */
export async function* dump(
  connection: Connection,
  now = new Date(),
): AsyncGenerator<readonly string[]> {
  await beginSteadily(connection)
  const migration = await lastMigration(connection)
  const hash = createHash('sha256')
  const counted: Record<string, number> = {}
  const hashed = (lines: readonly string[]) => {
    hash.update(textOf(lines))
    return lines
  }
  yield hashed([headLine({ version, madeAt: now.toISOString(), migration })])
  for (const table of tablesAfter(migration)) {
    yield hashed([tableLine(table)])
    counted[table] = 0
    for await (const rows of rowsOf(connection, table)) {
      counted[table] += rows.length
      yield hashed(rows)
    }
  }
  yield [endLine({ rows: counted, sha256: hash.digest('hex') })]
}
