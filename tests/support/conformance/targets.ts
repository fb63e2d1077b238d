import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createMockServices } from '../../../mocks/mock-api'
import type { Passwords, Services } from '../../../server/api/services'
import type { Store } from '../../../server/api/store'
import { createApp } from '../../../server/app/app'
import {
  createMemoryStore,
  emptyMemoryData,
  type MemoryData,
} from '../../../server/app/memory-store'
import { openPgliteStore, openPostgresqlStore } from '../../../server/app/sql-store'
import { seedDemoData } from '../../../server/demo/demo'
import type { Log } from '../../../server/lib/log'
import { bundledPlans } from '../../../server/plans/plans'
import { putEmptyDatabase } from '../pglite'
import { addColumnsOfNewerVersion, createDatabase, emptySearchPath } from '../postgresql'
import { startDemoHost } from '../running-host'
import type { LimitedApi, RunningApi, Target, TestClock } from './target'

/** What the servers of this file logged as errors. */
export const loggedErrors: string[] = []
const log: Log = {
  info() {},
  error: (message, details) => loggedErrors.push(`${message} ${JSON.stringify(details)}`),
}

let timePassed = 0
let stoppedAt: number | undefined
const clock: TestClock = {
  now: () => (stoppedAt ?? Date.now()) + timePassed,
  advance(milliseconds) {
    timePassed += milliseconds
  },
  stop() {
    stoppedAt = Date.now()
  },
  reset() {
    timePassed = 0
    stoppedAt = undefined
  },
}

/**
 * The API in this process, without sockets, over a store.
 * @param openStore may get the data of one in memory.
 * @param openAgain how another server would open that store; without it, they share this one.
 */
async function startApp(
  openStore: (data: MemoryData) => Promise<Store>,
  openAgain?: () => Promise<Store>,
): Promise<RunningApi> {
  const data = emptyMemoryData()
  const store = await openStore(data)
  const otherStore = await openAgain?.()
  const now = () => new Date(clock.now())
  const origin = 'http://orglens.test'
  const services = createMockServices(data, log, now, origin, store)
  // What asks for places subscribes; what asks for limits of calls needs many.
  services.withoutPlan = {}
  await seedDemoData(services)
  const app = createApp(services)
  return {
    fetch: async (request) => {
      const response = await app.fetch(request)
      await services.work.runDue()
      return response
    },
    origin,
    withLimits: (rateLimits) =>
      createLimitedApi({ ...services, rateLimits }, [store, otherStore ?? store]),
    stop: async () => {
      await store.close()
      await otherStore?.close()
    },
  }
}

/** The API on one server for each of the stores, which take turns. */
function createLimitedApi(services: Services, stores: readonly Store[]): LimitedApi {
  const { passwords } = services
  let passwordUses = 0
  const countedPasswords: Passwords = {
    hash(password) {
      passwordUses += 1
      return passwords.hash(password)
    },
    verify(hash, password) {
      passwordUses += 1
      return passwords.verify(hash, password)
    },
  }
  const servers = stores.map((store) =>
    createApp({ ...services, store, passwords: countedPasswords }),
  )
  return {
    async fetch(request, clientAddress) {
      const next = servers.shift()
      if (!next) throw new Error('There is no server.')
      servers.push(next)
      return await next.fetch(request, { clientAddress })
    },
    servers: new Set(stores).size,
    passwordUses: () => passwordUses,
  }
}

/** Starts an API that has a folder, which goes when the API stops. */
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

/** The API over PostgreSQL, which a second server shares. */
const onPostgresql: Target = {
  name: 'on PostgreSQL, to which a newer version has added columns, with an empty search_path',
  start: async () => {
    const url = await createDatabase(inject('postgresqlUrl'))
    await emptySearchPath(url)
    const open = () => openPostgresqlStore(url, log)
    return startApp(async () => {
      const store = await open()
      await addColumnsOfNewerVersion(url)
      return store
    }, open)
  },
  clock,
}

/** The API over the embedded database, in this process: `host` runs it as a server. */
const onEmbedded: Target = {
  name: 'on the embedded database',
  start: () =>
    withFolder(async (folder) => {
      await putEmptyDatabase(folder)
      return await startApp(() => openPgliteStore(folder, log))
    }),
  clock,
}

/** The suites that say something of the wire: bodies, addresses, sessions and webhooks. */
const aboutTheWire = ['addresses', 'bad-input', 'late-bodies', 'sessions', 'webhook']

/** Every way of running the API; each has a test file of its own, so that they run side by side. */
export const targets = {
  memory: {
    name: 'in memory',
    start: () => startApp(async (data) => createMemoryStore(data)),
    clock,
  },
  postgresql: onPostgresql,
  embedded: onEmbedded,
  host: {
    name: 'on the Node host',
    start: () => withFolder(startNodeHost),
    overSocket: true,
    only: aboutTheWire,
  },
}
