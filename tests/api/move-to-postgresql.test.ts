import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/open-stores'
import { users } from '../../server/people/tables'
import { moveToPostgresql } from '../../server/store/backup/ends'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { connectTo } from '../../server/store/postgresql/postgresql'
import { exampleRow, names, putExampleRows, tables } from '../support/example-rows'
import { createEmptyDatabase } from '../support/postgresql'
import { silentLog } from './sql-store-examples'

/** More than are copied at once. */
const rowsEach = 600

describe('moving from the embedded database to PostgreSQL', () => {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-move-'))
  let url: string
  let client: Client

  beforeAll(() => putExampleRows(directory, rowsEach))

  beforeEach(async () => {
    url = await createEmptyDatabase(inject('postgresqlUrl'))
    client = await connectTo(url)
    return () => client.end()
  })

  afterAll(() => rmSync(directory, { recursive: true }))

  test('the move copies every row of every table unchanged', async () => {
    const { rows: counts } = await moveToPostgresql(directory, client)
    expect(Object.fromEntries(counts)).toEqual(
      Object.fromEntries(names.map((name) => [name, rowsEach])),
    )
    for (const table of tables) {
      const { name, columns } = getTableConfig(table)
      const { rows: copied } = await client.query(`select * from "${name}"`)
      expect(Object.keys(copied[0] ?? {}).sort(), name).toEqual(
        columns.map((one) => one.name).sort(),
      )
      expect(copied, name).toHaveLength(rowsEach)
    }
    const { rows } = await client.query(
      `select full_name, created_at, contact_number from users where id = 'users-7'`,
    )
    const expected = exampleRow(users, 7)
    expect(rows).toEqual([
      {
        full_name: expected.fullName,
        created_at: expected.createdAt,
        contact_number: expected.contactNumber,
      },
    ])
    const store = await openPostgresqlStore(url, silentLog)
    expect(await store.one('subscriptions', { id: 'subscriptions-7' })).toMatchObject({
      plan: { amount: 0.1 + 0.2, nested: { index: 7 } },
    })
    await store.close()
  })

  test('the move refuses while a server uses the directory, or without a database', async () => {
    await expect(moveToPostgresql(join(directory, 'elsewhere'), client)).rejects.toThrow(
      `There is no database in ${join(directory, 'elsewhere')}.`,
    )
    const { close } = await openPgliteDatabase(directory)
    try {
      await expect(moveToPostgresql(directory, client)).rejects.toThrow('is in use by the process')
    } finally {
      await close()
    }
  })
})
