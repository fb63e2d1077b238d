import fc from 'fast-check'
import { test } from 'vitest'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { histories, liveThrough } from '../support/billing-history'
import { numRuns } from '../support/property-runs'

/*
 * Orglens beside a model of Razorpay. Ten thousand histories are only possible in one process: both servers share a
 * store in memory, and the real client speaks to the model without sockets (tests/support/billing-world.ts).
 */

test('whatever happens, Orglens and the provider agree in the end on payments, refunds and the current plan', async () => {
  const check = fc.asyncProperty(histories(28), async (history) => {
    const data = emptyMemoryData()
    const store = createMemoryStore(data)
    await liveThrough(history, [store, store], () => data.refunds)
  })
  await fc.assert(check, { numRuns: numRuns(10_000, 150) })
})
