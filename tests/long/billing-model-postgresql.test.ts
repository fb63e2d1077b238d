import fc from 'fast-check'
import { onTestFinished, test } from 'vitest'
import { histories, liveThrough } from '../support/billing-history'
import type { KeptRefund } from '../support/books-agree'
import { numRuns } from '../support/property-runs'
import { openTwoServers } from '../support/two-servers'

test('two servers on PostgreSQL agree with the provider in the end, whatever happens', async () => {
  const { servers, observer, close } = await openTwoServers()
  onTestFinished(close)
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
    await liveThrough(history, servers, refunds)
  })
  await fc.assert(check, { numRuns: numRuns(60), endOnFailure: true })
})
