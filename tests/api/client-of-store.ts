import { createMockServices } from '../../mocks/mock-api'
import type { Store } from '../../server/api/store'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'
import { createClient } from '../support/conformance/client'
import { silentLog } from './sql-store-examples'

/**
 * An API in this process over a store, which does due work after each call.
 * @param calls how much later than now it is for the API, in ms, and where its calls come from: the test may change both.
 */
export function clientOfStore(store: Store, calls: { passed: number; from: string }) {
  const clock = () => new Date(Date.now() + calls.passed)
  const origin = 'http://orglens.test'
  const services = createMockServices(emptyMemoryData(), silentLog, clock, origin, store)
  const app = createApp(services)
  const client = createClient({
    fetch: async (request) => {
      const answer = await app.fetch(request, { clientAddress: calls.from })
      await services.work.runDue()
      return answer
    },
    origin,
    stop: async () => {},
  })
  return { services, client }
}
