import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../support/postgresql'
import { tablesReadWhole, watchStatements } from '../support/watched-statements'
import { describeConformance } from './conformance'
import { targets } from './conformance/support/targets'

const { sent, stop } = watchStatements()
afterAll(stop)

describeConformance(targets.postgresql)

/** Statements that may read a whole table, each with the reason. */
const mayReadWhole: Readonly<Record<string, RegExp>> = {
  'cleaning up, once an hour': /^delete from "\w+" where ctid = any/,
  'a database’s first migrations': /pg_tables|__drizzle_migrations|^\s*(UPDATE|INSERT INTO) "/,
  'the outbox is short: what is delivered is deleted': /from "mails" where "mails"."recipient" = /,
  'joined with the few calls of one group': /^\s*update spent_calls set .* using \(key\)/s,
}

test('every statement that the server sent finds its rows by an index', async () => {
  const client = new Client({ connectionString: await createDatabase(inject('postgresqlUrl')) })
  await client.connect()
  const explained = [...sent.values()].filter(
    ({ text }) =>
      /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
      !Object.values(mayReadWhole).some((allowed) => allowed.test(text)),
  )
  expect(explained.length).toBeGreaterThan(100)
  const offending: string[] = []
  for (const statement of explained) {
    const tables = await tablesReadWhole(client, statement)
    if (tables.length > 0) offending.push(`${tables.join()}: ${statement.text.slice(0, 300)}`)
  }
  await client.end()
  expect(offending).toEqual([])
})
