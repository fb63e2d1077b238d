import { createApp } from '../server/app'
import { sampleDashboards } from '../server/dashboards/sample'
import { seedDemoData } from '../server/demo'
import type { Log } from '../server/log'
import { pbkdf2Passwords } from '../server/passwords/pbkdf2'
import { cancelDue } from '../server/payments/cancellations'
import { createSandboxPayments } from '../server/payments/sandbox/sandbox'
import { bundledPlans } from '../server/plans/plans'
import type { Services } from '../server/services'
import { createMemoryStore, emptyMemoryData, type MemoryData } from '../server/store/memory'
import type { Store } from '../server/store/store'

/** Signs tokens that no server but mock mode accepts. */
const mockAccessTokenSecret = 'orglens-mock-mode-access-token-secret'

/** The services of mock mode and of tests: everything in memory, nothing real. */
export function createMockServices(
  data: MemoryData,
  log: Log = console,
  clock: () => Date = () => new Date(),
  appUrl = 'http://localhost',
  store: Store = createMemoryStore(data),
): Services {
  const payments = createSandboxPayments(store, clock)
  return {
    store,
    dashboards: sampleDashboards,
    mail: { captures: true, wake: () => {} },
    passwords: pbkdf2Passwords,
    payments,
    plans: bundledPlans,
    // Nothing runs on after a request.
    wakeCancellations: () => cancelDue({ store, payments, clock, log }),
    clock,
    log,
    accessTokenSecret: mockAccessTokenSecret,
    appUrl,
    productName: 'Orglens',
    // A person never meets them; a fault of 429 shows what they would see.
    rateLimits: null,
  }
}

/** @returns the data of a store that holds the demo organisation and nothing else. */
export async function createDemoData(): Promise<MemoryData> {
  const data = emptyMemoryData()
  await seedDemoData(createMockServices(data))
  return data
}

/** The API over data in memory: the same app that runs on Node. */
export async function answerFrom(data: MemoryData, request: Request): Promise<Response> {
  const { origin } = new URL(request.url)
  return await createApp(createMockServices(data, undefined, undefined, origin)).fetch(request)
}
