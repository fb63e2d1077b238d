import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createMockServices } from '../../../mocks/mock-api'
import type { RateLimits } from '../../../server/api/limits'
import type { Services } from '../../../server/api/services'
import type { Store } from '../../../server/api/store'
import { createApp } from '../../../server/app/app'
import { createMemoryStore, emptyMemoryData } from '../../../server/app/memory-store'
import { openPgliteStore, openPostgresqlStore } from '../../../server/app/sql-store'
import { seedDemoData } from '../../../server/demo/demo'
import type { Log } from '../../../server/lib/log'
import { bundledPlans } from '../../../server/plans/plans'
import { putEmptyDatabase } from '../pglite'
import { addColumnsOfNewerVersion, createDatabase, emptySearchPath } from '../postgresql'
import { startDemoHost } from '../running-host'

/** An API that answers. It holds the demo organisation, whose member is no admin. */
export interface RunningApi {
  fetch: (request: Request) => Promise<Response>
  /** The origin that requests go to, for example `http://localhost:3000`. */
  origin: string
  /** Absent over a socket, as `withLimits`. */
  store?: Pick<Store, 'listCapturedMails'>
  /** @returns the same API over the same data, with limits on how often it may be called. */
  withLimits?: (rateLimits: RateLimits) => ReturnType<typeof createLimitedApi>
  stop: () => Promise<void>
}

/** One way of running the API, over which the suite can be run. */
export interface Target {
  name: string
  start: () => Promise<RunningApi>
  /** Moves the API's clock, except over a socket. */
  clock: typeof clock
  /** Whether requests go through a real socket, to a server whose clock and limits are its own. */
  overSocket?: boolean
  /** Whether a suite runs over it, by its file's name; absent: all do. */
  runs?: (suite: string) => boolean
}

/** What the servers of this file logged as errors. */
export const loggedErrors: string[] = []
const log: Log = {
  info() {},
  error: (message, details) => loggedErrors.push(`${message} ${JSON.stringify(details)}`),
}

let timePassed = 0
let stoppedAt: number | undefined
/** The present of a running API, in the hands of a test. */
const clock = {
  /** What it says, in ms since 1970. */
  now: () => (stoppedAt ?? Date.now()) + timePassed,
  advance(milliseconds: number) {
    timePassed += milliseconds
  },
  /** Lets no time pass but what `advance` says. */
  stop() {
    stoppedAt = Date.now()
  },
  reset() {
    timePassed = 0
    stoppedAt = undefined
  },
}

/** Runs the API in this process. @param other how another server opened the same store. */
async function startApp(store: Store, other = store): Promise<RunningApi> {
  const origin = 'http://orglens.test'
  const now = () => new Date(clock.now())
  const services = createMockServices(emptyMemoryData(), log, now, origin, store)
  // What asks for places subscribes; what asks for limits of calls needs many.
  services.withoutPlan = {}
  await seedDemoData(services)
  const app = createApp(services)
  const stores = new Set([store, other])
  return {
    fetch: async (request) => {
      const response = await app.fetch(request)
      if (request.method !== 'GET') await services.work.runDue()
      return response
    },
    origin,
    store,
    withLimits: (rateLimits) => createLimitedApi({ ...services, rateLimits }, [...stores]),
    async stop() {
      for (const one of stores) await one.close()
    },
  }
}

/** The API on one server for each of the stores, which take turns. */
function createLimitedApi(services: Services, stores: readonly Store[]) {
  let passwordUses = 0
  const counted =
    <Given extends string[], Answer>(use: (...given: Given) => Answer) =>
    (...given: Given) => {
      passwordUses += 1
      return use(...given)
    }
  const { hash, verify } = services.passwords
  const passwords = { hash: counted(hash), verify: counted(verify) }
  const servers = stores.map((store) => createApp({ ...services, store, passwords }))
  return {
    /** Answers by one of its servers in turn, as if the call came from that address. */
    async fetch(request: Request, clientAddress: string) {
      const next = servers.shift()
      if (!next) throw new Error('There is no server.')
      servers.push(next)
      return await next.fetch(request, { clientAddress })
    },
    /** How many of them keep counts of their own, beside those in the store. */
    servers: stores.length,
    /** How often a password was hashed or compared so far: what is costly, and what guesses need. */
    passwordUses: () => passwordUses,
  }
}

async function withFolder(start: (folder: string) => Promise<RunningApi>): Promise<RunningApi> {
  const folder = mkdtempSync(join(tmpdir(), 'orglens-conformance-'))
  const api = await start(folder)
  return {
    ...api,
    stop: async () => {
      await api.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The server as `npm start` runs it: with the embedded database, and with a site that would answer
 * what the API doesn't. */
async function startNodeHost(folder: string): Promise<RunningApi> {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><script type="application/json" id="settings">{}</script>',
  )
  const DATA_DIR = join(folder, 'data')
  await putEmptyDatabase(DATA_DIR)
  const PLANS_FILE = join(folder, 'plans.json')
  writeFileSync(PLANS_FILE, JSON.stringify({ plans: bundledPlans }))
  const { url: origin, stop } = await startDemoHost({ DATA_DIR, PLANS_FILE }, log, folder)
  return { fetch: (request) => fetch(request), origin, stop }
}

/** The suites that say something of the wire; about the first a database decides nothing. */
const aboutTheWire = ['requests', 'sessions', 'webhook']
const isAboutData = (suite: string) => suite !== 'requests'

/** Every way of running the API; each has a test file of its own, so that they run side by side. */
export const targets = {
  memory: {
    name: 'in memory',
    start: () => startApp(createMemoryStore(emptyMemoryData())),
    clock,
  },
  postgresql: {
    name: 'on PostgreSQL, to which a newer version has added columns, with an empty search_path',
    async start() {
      const url = await createDatabase(inject('postgresqlUrl'))
      await emptySearchPath(url)
      const store = await openPostgresqlStore(url, log)
      await addColumnsOfNewerVersion(url)
      return startApp(store, await openPostgresqlStore(url, log))
    },
    clock,
    runs: isAboutData,
  },
  embedded: {
    name: 'on the embedded database',
    start: () =>
      withFolder(async (folder) => {
        await putEmptyDatabase(folder)
        return await startApp(await openPgliteStore(folder, log))
      }),
    clock,
    runs: isAboutData,
  },
  host: {
    name: 'on the Node host',
    start: () => withFolder(startNodeHost),
    clock,
    overSocket: true,
    runs: (suite) => aboutTheWire.includes(suite),
  },
} satisfies Record<string, Target>
