import { setupServer } from 'msw/node'
import { emptyMemoryData, type MemoryData } from '../server/store/memory'
import { type Conditions, defaultConditions } from './conditions'
import { createHandlers } from './handlers'
import { answerFrom, createPlainDemoData } from './mock-api'

/** The API for tests of screens: no worker, no storage, data and faults within reach. */
interface TestApi {
  server: ReturnType<typeof setupServer>
  faults: Conditions
  /** Every request that arrived, as `POST /api/login/`. */
  requests: string[]
  /** Back to the demo data, without faults or memory of requests. */
  reset: () => Promise<void>
}

export function createTestApi(): TestApi {
  let data: MemoryData = emptyMemoryData()
  const api: TestApi = {
    server: setupServer(
      ...createHandlers(
        (request) => answerFrom(data, request, api.faults),
        () => api.faults,
        (conditions) => {
          api.faults = conditions
        },
      ),
    ),
    faults: defaultConditions,
    requests: [],
    reset: async () => {
      data = await createPlainDemoData()
      api.faults = defaultConditions
      api.requests.length = 0
    },
  }
  api.server.events.on('request:start', ({ request }) => {
    api.requests.push(`${request.method} ${new URL(request.url).pathname}`)
  })
  return api
}
