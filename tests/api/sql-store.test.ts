import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPgliteStore, openPostgresqlStore } from '../../server/app/sql-store'
import type { Subscription } from '../../server/billing/tables'
import { findMembership } from '../../server/people/person'
import { add } from '../../server/store/change'
import { newFolder } from '../support/folders'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'
import {
  createdAt,
  found,
  founding,
  refundFor,
  silentLog,
  subscriptionOf,
} from './sql-store-examples'

describe('the embedded database', () => {
  test('after an interrupted first start the embedded database starts afresh, and keeps its data', async () => {
    const path = newFolder()
    mkdirSync(join(path, 'pglite.unfinished'), { recursive: true })
    writeFileSync(join(path, 'pglite.unfinished', 'PG_VERSION'), '18\n')
    const [organisation, user] = founding('kept', 'kept@kept.test')
    const store = await openPgliteStore(path, silentLog)
    await found(store, organisation, user)
    await store.close()
    const reopened = await openPgliteStore(path, silentLog)
    expect(await findMembership(reopened, 'kept@kept.test')).toEqual({
      organisation,
      user,
    })
    await reopened.close()
  })
})

test('the queries in docs/billing.md list refunds and unlisted payments', async () => {
  const page = readFileSync(new URL('../../docs/billing.md', import.meta.url), 'utf8')
  const section = page.split('## Refunds')[1]?.split('\n## ')[0] ?? ''
  const [refunds = '', unnamed = ''] = [...section.matchAll(/```sql\n(.+?)```/gs)].map(
    ([, query]) => query,
  )
  const url = await createDatabase(inject('postgresqlUrl'))
  const store = await openPostgresqlStore(url, silentLog)
  const [organisation, admin] = founding('acme', 'admin@acme.test')
  await found(store, organisation, admin)
  const ended: Partial<Subscription> = { state: 'void', endedAt: createdAt }
  const named = subscriptionOf(organisation, { ...ended, nextCheckAt: null })
  const waiting = subscriptionOf(organisation, ended)
  await store.save(add('subscriptions', named, waiting))
  const failure = 'More than 6 months old'
  const refund = refundFor(named, { state: 'refused', attempts: 1, failure })
  await store.save(add('refunds', refund))
  await store.close()

  const database = await openClient(url)
  const { rows } = await database.query(refunds)
  expect(rows).toMatchObject([{ payment_id: refund.paymentId, state: 'refused', failure }])
  expect((await database.query(unnamed)).rows).toMatchObject([{ id: waiting.id }])
  // The others, and the statements within sentences, at least run.
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
  const store = await openPostgresqlStore(
    url,
    silentLog,
    { ...settings, preparedStatements: true },
    {
      migrates() {},
      watch(latest) {
        count = latest
      },
    },
  )
  onTestFinished(store.close)
  const reading = Array.from({ length: 9 }, () => store.all('organisations', {}))
  expect(count()).toMatchObject({ total: 2, waiting: 7 })
  await Promise.all(reading)
  expect(count()).toEqual({ total: 2, idle: 2, waiting: 0 })
  await vi.waitFor(() => expect(count().total).toBe(0), { timeout: 20_000, interval: 50 })
})
