import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import * as accountTables from '../../server/store/account-tables'
import * as billingTables from '../../server/store/billing-tables'
import { moveToPostgresql } from '../../server/store/move'
import { openPgliteDatabase } from '../../server/store/pglite'
import { migrateDatabase, openPostgresqlStore } from '../../server/store/postgresql'
import * as otherTables from '../../server/store/schema'
import { putEmptyDatabase } from '../support/pglite'
import { createEmptyDatabase } from '../support/postgresql'
import { silentLog } from './sql-store-examples'

/** More than are copied at once. */
const rowsEach = 1_100

const tables = Object.values<unknown>({
  ...accountTables,
  ...billingTables,
  ...otherTables,
}).filter((value) => is(value, PgTable))
const names = tables.map((table) => getTableConfig(table).name)

/** A row for any table: values that are hard to carry over, and keys that lead somewhere. */
function exampleRow(table: PgTable, index: number): Record<string, unknown> {
  const { columns, foreignKeys, name } = getTableConfig(table)
  const referredTo = new Map(
    foreignKeys.flatMap((key) => {
      const { columns: from, foreignTable } = key.reference()
      return from.map((column) => [column.name, getTableConfig(foreignTable).name] as const)
    }),
  )
  const example = (column: PgColumn): unknown => {
    if (!column.notNull && index % 3 === 0) return null
    switch (column.dataType) {
      case 'string': {
        const isId = column.name === 'id' || column.name.endsWith('_id')
        if (isId) return `${referredTo.get(column.name) ?? name}-${index}`
        return column.enumValues?.[0] ?? `${index} "O'Brien"\\n\n\t€ 😀 ${column.name}`
      }
      case 'number':
        return column.getSQLType() === 'double precision' ? index + 0.1 + 0.2 : index
      case 'boolean':
        return index % 2 === 0
      case 'date':
        return new Date(Date.UTC(2026, 0, 1) + index * 86_399_123)
      // JSON with instants in it.
      case 'custom':
        return { stopsAt: new Date(Date.UTC(2026, 0, 1) + index), provider: "O'Brien \\ €" }
      case 'json':
        return { points: ['"quoted"', "O'Brien \\ €"], amount: 0.1 + 0.2, nested: { index } }
      case 'array':
        return [`${index} "quoted"`, "O'Brien, \\ €"]
      default:
        throw new Error(`${name}.${column.name} has a type that this test has no example of`)
    }
  }
  const properties = Object.entries(table).filter(([, column]) => columns.includes(column))
  return Object.fromEntries(properties.map(([key, column]) => [key, example(column)]))
}

describe('moving from the embedded database to PostgreSQL', () => {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-move-'))
  let url: string
  let client: Client

  async function targetRows(table: string): Promise<unknown[]> {
    const { rows } = await client.query(`select * from "${table}"`)
    return rows
  }

  beforeAll(async () => {
    await putEmptyDatabase(directory)
    const { client: embedded, close } = await openPgliteDatabase(directory)
    await embedded.exec('set session_replication_role = replica') // rows in whatever order
    for (const table of tables) {
      const rows = Array.from({ length: rowsEach }, (_, index) => exampleRow(table, index))
      await drizzle({ client: embedded }).insert(table).values(rows)
    }
    await close()
  })

  beforeEach(async () => {
    url = await createEmptyDatabase(inject('postgresqlUrl'))
    client = new Client({ connectionString: url })
    await client.connect()
    return () => client.end()
  })

  afterAll(() => rmSync(directory, { recursive: true }))

  test('the move copies every row of every table unchanged', async () => {
    const counts = await moveToPostgresql(directory, url)
    expect(Object.fromEntries(counts)).toEqual(
      Object.fromEntries(names.map((name) => [name, rowsEach])),
    )
    for (const table of tables) {
      const { name } = getTableConfig(table)
      const columns = getTableConfig(table).columns.map((column) => column.name)
      const copied = (await targetRows(name)) as Record<string, unknown>[]
      expect(Object.keys(copied[0] ?? {}).sort(), name).toEqual([...columns].sort())
      expect(copied, name).toHaveLength(rowsEach)
    }
    const { rows } = await client.query(
      `select full_name, created_at, contact_number from users where id = 'users-7'`,
    )
    const expected = exampleRow(accountTables.users, 7)
    expect(rows).toEqual([
      {
        full_name: expected.fullName,
        created_at: expected.createdAt,
        contact_number: expected.contactNumber,
      },
    ])
    const store = await openPostgresqlStore(url, silentLog)
    expect(await store.findSubscription('subscriptions-7')).toMatchObject({
      plan: { amount: 0.1 + 0.2, nested: { index: 7 } },
    })
    await store.close()
  })

  test('refuses a target that has a row, and leaves it alone', async () => {
    await migrateDatabase(url)
    await client.query(`insert into spent_calls values ('a key', 1)`)
    await expect(moveToPostgresql(directory, url)).rejects.toThrow(
      'The database at DATABASE_URL is not empty: it has rows in the table public.spent_calls.',
    )
    expect(await targetRows('users')).toEqual([])
    expect(await targetRows('spent_calls')).toHaveLength(1)
  })

  test('the move refuses a target with a foreign table, and creates nothing there', async () => {
    await client.query('create schema theirs; create table theirs.things (id int)')
    await expect(moveToPostgresql(directory, url)).rejects.toThrow(
      'The database at DATABASE_URL is not empty: it has the table theirs.things.',
    )
    const { rows } = await client.query(`select to_regclass('public.users') as users`)
    expect(rows).toEqual([{ users: null }])
  })

  test('keeps nothing when a row arrives otherwise than it was', async () => {
    await migrateDatabase(url)
    await client.query(
      `create function change() returns trigger language plpgsql as $$
         begin if new.id = 'users-1007' then new.full_name := 'Somebody'; end if; return new; end $$;
       create trigger change before insert on users for each row execute function change()`,
    )
    await expect(moveToPostgresql(directory, url)).rejects.toThrow(
      'The copy of the table users differs from the original: nothing is kept.',
    )
    for (const name of names) expect(await targetRows(name), name).toEqual([])
  })

  test('the move refuses while a server uses the directory, or without a database', async () => {
    await expect(moveToPostgresql(join(directory, 'elsewhere'), url)).rejects.toThrow(
      `There is no database in ${join(directory, 'elsewhere')}.`,
    )
    const { close } = await openPgliteDatabase(directory)
    try {
      await expect(moveToPostgresql(directory, url)).rejects.toThrow('is in use by the process')
    } finally {
      await close()
    }
  })
})
