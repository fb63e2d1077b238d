import { createMockServices } from '../../mocks/mock-api'
import type { Payments } from '../../server/api/payments'
import { createJobs } from '../../server/app/jobs'
import { emptyMemoryData } from '../../server/app/memory-store'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { createWorker } from '../../server/work/worker'

/** The program of `startWorkerProcess`: prints each external action that it begins. */
const { databaseUrl, ahead, hangs } = JSON.parse(process.argv[2] ?? '') as {
  databaseUrl: string
  ahead: number
  hangs: boolean
}
const log = { info() {}, error: (message: string) => console.log(`error ${message}`) }
const store = await openPostgresqlStore(databaseUrl, log)
const clock = () => new Date(Date.now() + ahead)
const services = createMockServices(emptyMemoryData(), log, clock, 'http://localhost', store)

async function begin<Result>(what: string, go: () => Promise<Result>): Promise<Result> {
  console.log(`begins ${what}`)
  return hangs ? await new Promise(() => {}) : await go()
}

// A mail written here, such as the notice of a plan's end, is sent like any other.
Object.assign(services, { mail: { captures: false } })

const sandbox = { ...services.payments }
const payments: Partial<Payments> = {
  fetchSubscription: (id) => begin(`asking about ${id}`, () => sandbox.fetchSubscription(id)),
  cancelSubscription: (id) => begin(`cancelling ${id}`, () => sandbox.cancelSubscription(id)),
  refundPayment: (id) => begin(`refunding ${id}`, () => sandbox.refundPayment(id)),
}
Object.assign(services.payments, payments)
const { discard } = store
store.discard = (...call) => begin('housekeeping', () => discard(...call))
const send = ({ to }: { to: string }) => begin(`mailing ${to}`, async () => {})

createWorker({ jobs: createJobs(services, send), log, pollInterval: 100 }).start()
