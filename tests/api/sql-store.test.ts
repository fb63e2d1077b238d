import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
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
})
