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
  const watched = watchOutbox(store, data)
  const app = createApp(services)
  return {
    fetch: async (request) => {
      const response = await watched(async () => app.fetch(request))
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

/** Logs an error where calls wrote mails and woke nobody, who would deliver them some seconds later. */
function watchOutbox(store: Store, data: MemoryData) {
  let underWay = 0
  let before = 0
  let isWoken = false
  store.onMails(() => {
    isWoken = true
  })
  return async (call: () => Promise<Response>) => {
    if (underWay === 0) {
      before = data.mails.length
      isWoken = false
    }
    underWay += 1
    const response = await call()
    underWay -= 1
    const written = data.mails.slice(before).map(({ subject }) => subject)
    if (underWay === 0 && !isWoken && written.length > 0) log.error('Nobody was woken', { written })
    return response
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

/** The server as `npm start` runs it: with the embedded database, and with a site that would answer
 * what the API doesn't. */
async function startNodeHost(): Promise<RunningApi> {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-host-'))
  writeFileSync(
    join(directory, 'index.html'),
    '<!doctype html><script type="application/json" id="settings">{}</script>',
  )
  const DATA_DIR = join(directory, 'data')
  await putEmptyDatabase(DATA_DIR)
  const PLANS_FILE = join(directory, 'plans.json')
  writeFileSync(PLANS_FILE, JSON.stringify({ plans: bundledPlans }))
  const host = await startDemoHost({ DATA_DIR, PLANS_FILE }, log, directory)
  return {
    fetch: (request) => fetch(request),
    origin: host.url,
    stop: async () => {
      await host.stop()
      rmSync(directory, { recursive: true })
    },
  }
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
  start: async () => {
    const directory = mkdtempSync(join(tmpdir(), 'orglens-embedded-'))
    await putEmptyDatabase(directory)
    const api = await startApp(() => openPgliteStore(directory, log))
    return {
      ...api,
      stop: async () => {
        await api.stop()
        rmSync(directory, { recursive: true })
      },
    }
  },
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
  host: { name: 'on the Node host', start: startNodeHost, overSocket: true, only: aboutTheWire },
}
