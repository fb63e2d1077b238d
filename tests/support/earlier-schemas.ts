import type { Client } from 'pg'
import { expect, inject } from 'vitest'
import { openPostgresqlStore } from '../../server/app/open-stores'
import { backUpPostgresql, restoreToPostgresql } from '../../server/store/backup/ends'
import { readBackup, writeBackup } from '../../server/store/backup/file'
import { tablesAfter } from '../../server/store/backup/rows'
import { readMigrations } from '../../server/store/migrate'
import { migrateDatabase } from '../../server/store/postgresql/postgresql'
import { fillTables } from './fill-tables'
import { newFolder } from './folders'
import { openClient } from './open-client'
import { createEmptyDatabase } from './postgresql'

/** The schemas of all versions, each by its last migration, the oldest first. */
export const schemas = readMigrations().map(({ name }) => name)

/**
 * Those whose backups show what a new migration can break. The migrations of before it stay as they are, and reading and
 * writing know only the names of tables. So the oldest shows that all migrations can follow in the transaction of a
 * restore, the one before the newest that the newest can where every table has a row, and one whose table is gone since
 * that its rows are read and written all the same.
 */
export const tellingSchemas = schemas.filter((name, index) => {
  if (index === 0 || index >= schemas.length - 2) return true
  const kept = tablesAfter(schemas[index + 1] ?? name)
  return tablesAfter(name).some((table) => !kept.includes(table))
})

/** @returns a database without tables, and a connection to it that ends with the test. */
export async function newDatabase(): Promise<{ client: Client; url: string }> {
  const url = await createEmptyDatabase(inject('postgresqlUrl'))
  return { client: await openClient(url), url }
}

/** Backs up a database of a schema, with a row in each table, restores it, and opens it as this version does. */
export async function expectRestored(schema: string): Promise<void> {
  const { client, url } = await newDatabase()
  const migrations = readMigrations().slice(0, schemas.indexOf(schema) + 1)
  await migrateDatabase(url, undefined, migrations)
  const filled = await fillTables(client)
  const file = await backUpPostgresql(client, (source) => writeBackup(newFolder(), source))
  const target = await newDatabase()
  const { rows } = await restoreToPostgresql(target.client, await readBackup(file))
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(filled.map((name) => [name, 1])))
  const store = await openPostgresqlStore(target.url, { info() {}, error() {} })
  await store.close()
}
