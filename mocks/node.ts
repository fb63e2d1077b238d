import { setupServer } from 'msw/node'
import { emptyMemoryData, type MemoryData } from '../server/app/memory-store'
import { type Conditions, defaultConditions } from './conditions'
import { createHandlers } from './handlers'
import { answerRequest, createPlainDemoData } from './mock-api'

/** The API for tests of screens: no worker and no storage; tests can reach its data and faults. */
interface TestApi {
  server: ReturnType<typeof setupServer>
  faults: Conditions
  /** Every request so far, as `POST /api/login/`. */
  requests: string[]
  /** Restores the demo data, and forgets faults and requests. */
  reset: () => Promise<void>
}

export function createTestApi(): TestApi {
  let data: MemoryData = emptyMemoryData()
  const api: TestApi = {
    server: setupServer(
      ...createHandlers(
        (request) => answerRequest(data, request, api.faults),
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
