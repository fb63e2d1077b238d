import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'

test('every statement in docs/billing.md and docs/operating.md runs', async () => {
  const database = await openClient(await createDatabase(inject('postgresqlUrl')))
  const pages = ['billing', 'operating'].map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
  const statements = [...pages.join('').matchAll(/```sql\n(.+?)```|`(update .+?)`/gs)]
    .map(([, block, sentence]) => block ?? sentence ?? '')
    .filter((statement) => !statement.includes('alter role'))
  expect(statements.length).toBeGreaterThan(6)
  for (const statement of statements) await database.query(statement)
})

test('a server opens as many connections as it is told, and closes idle ones', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  let count = () => ({ total: 0, idle: 0, waiting: 0 })
  const settings = { poolSize: 2, statementTimeout: 10_000, idleTimeout: 500 }
  const errors: unknown[] = []
  const store = await openPostgresqlStore(
    `${url}?options=-c%20statement_timeout%3D0`,
    { info() {}, error: (...line: unknown[]) => void errors.push(line) },
    { ...settings, preparedStatements: true },
    {
      migrates() {},
      watch(latest) {
        count = latest
      },
    },
  )
  onTestFinished(store.close)
  const remedy = expect.stringMatching(/^alter role .* set statement_timeout = 10000$/)
  const told = ['PostgreSQL cancels statements later than this server gives up']
  expect(errors).toEqual([[...told, { milliseconds: 0, remedy }]])
  const reading = Array.from({ length: 9 }, () => store.all('organisations', {}))
  expect(count()).toMatchObject({ total: 2, waiting: 7 })
  await Promise.all(reading)
  expect(count()).toEqual({ total: 2, idle: 2, waiting: 0 })
  await vi.waitFor(() => expect(count().total).toBe(0), { timeout: 20_000, interval: 50 })
})
