import fc from 'fast-check'
import { Client } from 'pg'
import { inject, onTestFinished, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/open-stores'
import { silentLog } from '../api/sql-store-examples'
import { histories, liveThrough } from '../support/billing-history'
import type { KeptRefund } from '../support/books-agree'
import { createDatabase } from '../support/postgresql'
import { numRuns } from '../support/property-runs'

test('two servers on PostgreSQL agree with the provider in the end, whatever happens', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const open = () => openPostgresqlStore(url, silentLog)
  const stores = [await open(), await open()] as const
  const observer = new Client({ connectionString: url })
  await observer.connect()
  onTestFinished(async () => {
    await observer.end()
    for (const store of stores) await store.close()
  })
  const refunds = async () => {
    const { rows } = await observer.query<KeptRefund>(
      'select payment_id as "paymentId", subscription_id as "subscriptionId", state from refunds',
    )
    return rows
  }
  const { rows } = await observer.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const tables = rows.map(({ name }) => `"${name}"`).join()
  const check = fc.asyncProperty(histories(12), async (history) => {
    await observer.query(`truncate ${tables}`)
    await liveThrough(history, stores, refunds)
  })
  await fc.assert(check, { numRuns: numRuns(60), endOnFailure: true })
})
