import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { requestId } from 'hono/request-id'
import type { RenderedPage } from '../../src/prerender'
import type { Dashboards } from '../api/dashboards'
import { refusalOf } from '../api/http-error'
import type { Plan } from '../api/payments'
import { noWork, type Services } from '../api/services'
import type { Store } from '../api/store'
import { createApp } from '../app/app'
import { findDueWork } from '../app/due-work'
import { createJobs } from '../app/jobs'
import { describeApi } from '../app/openapi'
import { readDashboardsFile } from '../dashboards/providers/dashboards-file'
import { createMetabaseDashboards } from '../dashboards/providers/metabase'
import { createSampleDashboards } from '../dashboards/providers/sample'
import type { Log } from '../lib/log'
import { withTimeout } from '../lib/time'
import { type CallStorage, withPatience } from '../lib/waiting'
import { createSmtpSender } from '../mail/smtp'
import { argon2idPasswords } from '../passwords/argon2id'
import { queuePasswords } from '../passwords/password-queue'
import { createRazorpayPayments } from '../payments/razorpay'
import { createSandboxPayments, sandboxScriptPath } from '../payments/sandbox/sandbox'
import { readPlansFile } from '../plans/plans-file'
import { freeSpace, leastFree } from '../store/pglite/data-folder'
import { StoreBusy } from '../store/unavailable'
import { createSecretBox } from '../two-factor/secret-box'
import { createWorker, type Worker } from '../work/worker'
import { isForwarded } from './edge/client-address'
import { allowOrigins, securityHeaders } from './edge/headers'
import { type Listening, listen } from './edge/listen'
import { watchPatience } from './edge/patience'
import { readInstalledFont } from './installed-fonts'
import { openStore } from './open-store'
import type { ServerSettings } from './settings/settings'
import { createSite } from './site/site'
import { createHealth, type Health } from './watch/health'
import { watchLastingProblems } from './watch/lasting-problems'
import { createMetrics, type Metrics, metricsRoutes } from './watch/metrics'
import { type WatchedRequest, watchRequests } from './watch/request-log'
import { tellDoctor } from './watch/seen-by-server'

/**
 * The number of concurrent password hashes: one per core, but one thread of Node's pool stays free
 * for everything else.
 */
const hashesAtOnce = Math.min(
  availableParallelism(),
  Math.max(1, (Number(process.env.UV_THREADPOOL_SIZE) || 4) - 1),
)
/** The length of the hashing queue: one to two seconds' worth. */
const maxWaiting = 50 * hashesAtOnce

export interface Host {
  /** The server's address, for example `http://127.0.0.1:3000`. */
  url: string
  /**
   * Reports that it is draining, stops accepting requests, lets those in flight end, within limits,
   * and closes the database.
   */
  stop: () => Promise<void>
}

/**
 * Starts the API and the built site on one address. If the database can't be reached, calls are
 * answered with 503 until it can.
 * @param siteDirectory the build's output; without it only the API answers, which production
 *   refuses.
 * @param renderPages renders the app's pages with settings, given as JSON; without it they are served
 *   as built.
 * @throws Error if the database can't be used, the port is taken, the plans or dashboards are
 *   invalid, or the site isn't built.
 */
export async function startHost(
  settings: ServerSettings,
  log: Log,
  siteDirectory: string,
  renderPages?: RenderPages,
): Promise<Host> {
  const siteIsBuilt = existsSync(join(siteDirectory, 'index.html'))
  if (!siteIsBuilt && settings.production) {
    throw new Error(`There is no site in ${siteDirectory}. Run "npm run build" first.`)
  }
  const offer = readPlansFile(settings.plansFile, settings.subscriptionCurrency)
  const dashboards = dashboardsOf(settings)
  const clock = () => new Date()
  const metrics = createMetrics()
  let worker: Worker | undefined
  const { store, state } = await openStore(settings, log, metrics, clock, () => worker?.wake())
  const freeSpaceOfData = settings.databaseUrl ? null : () => freeSpace(settings.dataDirectory)
  const isDiskFull = () => freeSpaceOfData !== null && freeSpaceOfData() < leastFree
  const health = createHealth(store, state, tellDoctor(settings, clock), isDiskFull)
  const endWatching = watchLastingProblems({ health, freeSpace: freeSpaceOfData, metrics, log })
  let metricsServer: Listening | undefined
  try {
    const services = createServices(settings, { store, offer, dashboards, metrics, clock, log })
    worker = createHostWorker(services, settings, metrics, health)
    services.work = worker
    const api = trackedApi(services, settings)
    const routes = createRoutes(services, settings, { health, metrics, answer: api.answer })
    if (siteIsBuilt) await addSite(routes, siteDirectory, settings, renderPages)
    else log.info(`There is no site in ${siteDirectory}: only the API answers`)

    metricsServer = await listenForMetrics(settings, metrics, log)
    const server = await listen((request, bindings) => routes.fetch(request, bindings), {
      host: settings.host,
      port: settings.port,
      trustedProxies: settings.trustedProxies,
      limits: settings.edge,
    })
    // With PORT=0 the address is known only now, before any request.
    services.appUrl ||= server.url
    // The worker starts once the address is known, because its mails contain links.
    worker.start()
    const { inFlight } = api
    const parts = { settings, health, server, metricsServer, worker, inFlight, store }
    return { url: server.url, stop: () => stopHost(parts).then(endWatching) }
  } catch (error) {
    endWatching()
    await metricsServer?.stop(0)
    await worker?.stop(0)
    await store.close()
    throw error
  }
}

type RenderPages = (settings: string) => Promise<RenderedPage[]>

/** The parts of the services that `startHost` opens. */
interface ServiceParts extends Pick<Services, 'store' | 'dashboards' | 'clock' | 'log'> {
  offer: ReturnType<typeof readPlansFile>
  metrics: Metrics
}

/** @returns the services that the settings describe. Their worker is missing yet. */
function createServices(
  settings: ServerSettings,
  { store, offer, dashboards, metrics, clock, log }: ServiceParts,
): Services {
  return {
    store,
    dashboards,
    mail: { captures: settings.mail.kind === 'mailbox' },
    passwords: queuePasswords(
      metrics.watch('passwords', argon2idPasswords(settings.passwordCost)),
      hashesAtOnce,
      maxWaiting,
    ),
    payments: metrics.watch('payments', paymentsOf(settings, store, offer.plans, clock, log)),
    ...offer,
    haltedPlanDays: settings.haltedPlanDays,
    deletesAbandoned: settings.deletesAbandoned,
    timeZone: settings.timeZone,
    work: noWork,
    clock,
    log,
    accessTokenSecret: settings.accessTokenSecret,
    alsoAcceptedSecret: settings.alsoAcceptedSecret,
    twoFactor: {
      mode: settings.twoFactor.mode,
      secrets: createSecretBox(settings.twoFactor.key, settings.twoFactor.earlierKey),
    },
    passkeyDomain: settings.passkeyDomain,
    appUrl: settings.appUrl ?? '',
    productName: settings.productName,
    seller: settings.seller,
    tax: settings.tax,
    readFont: readInstalledFont,
    rateLimits: settings.rateLimits,
  }
}

function createHostWorker(
  services: Services,
  { mail }: ServerSettings,
  metrics: Metrics,
  health: Health,
): Worker {
  const send =
    mail.kind === 'mailbox' ? null : metrics.watch('mail', { send: createSmtpSender(mail) }).send
  return createWorker({
    jobs: createJobs(services, send),
    log: services.log,
    findDue: () => dueWork(services.store, services.clock(), health),
  })
}

/** Shared by all hosts of the process, like the event loop. */
const callStorage: CallStorage = new AsyncLocalStorage()
const patienceLeft = watchPatience()

/**
 * Calls that wait for too long are refused, before they change anything: their clients would have gone.
 * @returns a handler that passes requests to the API, and the requests in flight.
 */
function trackedApi(services: Services, { trustedProxies }: ServerSettings) {
  const api = createApp(services)
  let isWarned = false
  /** Requests in flight, including those whose client has disconnected. */
  const inFlight = new Set<Promise<Response>>()
  const answer = async (context: Context<WatchedRequest>) => {
    const isUnknownProxy =
      trustedProxies === 0 && isForwarded(context.req.header('x-forwarded-for'))
    if (isUnknownProxy && !isWarned) {
      isWarned = true
      services.log.error(
        'X-Forwarded-For arrived although TRUSTED_PROXIES is 0: behind a proxy, every client looks like that proxy to the limits',
      )
    }
    const patience = patienceLeft(context.req.path)
    if (patience < 0) return refusalOf(new StoreBusy()).toResponse()
    const { logFields, clientAddress, readBody } = context.env
    const answering = withPatience(callStorage, patience, async () =>
      api.fetch(context.req.raw, { logFields, clientAddress, readBody, isUnknownProxy }),
    )
    inFlight.add(answering)
    try {
      return await answering
    } finally {
      inFlight.delete(answering)
    }
  }
  return { answer, inFlight }
}

/** @returns all routes but the site's. */
function createRoutes(
  { log, mail }: Services,
  settings: ServerSettings,
  parts: {
    health: Health
    metrics: Metrics
    answer: (context: Context<WatchedRequest>) => Promise<Response>
  },
): Hono<WatchedRequest> {
  const { health, metrics, answer } = parts
  const root = new Hono<WatchedRequest>()
  root.route('/', health.routes)
  // Short enough for a log line; other ids from proxies are replaced.
  root.use(requestId({ limitLength: 64 }))
  root.use(watchRequests(log, metrics))
  // A fault outside of the API goes into its request's log line. Hono would print it unformatted.
  root.onError((error, context) => {
    if (context.env.logFields) context.env.logFields.error = error.stack ?? String(error)
    return context.text('Internal Server Error', 500)
  })
  root.use(async (context, next) => {
    await next()
    if (health.isDraining()) context.res.headers.set('Connection', 'close')
  })
  const isHttps = settings.appUrl?.startsWith('https:') ?? false
  root.use(securityHeaders(isHttps, settings.sendsReferer))
  if (settings.allowedOrigins.length > 0) root.use('/api/*', allowOrigins(settings.allowedOrigins))
  const description = describeApi(settings.productName)
  root.get('/api/openapi.json', (context) => context.json(description))
  root.on('ALL', ['/api', '/api/*'], answer)
  const isSandbox = settings.payments.kind === 'sandbox'
  root.all('/sandbox/*', (context, next) =>
    isSandbox && context.req.path === sandboxScriptPath ? next() : answer(context),
  )
  // If mails are really sent, the page of captured mails doesn't exist either.
  root.all(mail.captures ? '/dev/mailbox.json' : '/dev/*', answer)
  return root
}

async function addSite(
  routes: Hono<WatchedRequest>,
  directory: string,
  settings: ServerSettings,
  renderPages: RenderPages = async () => [],
): Promise<void> {
  const { clientSettings, dashboards: shown } = settings
  const rendered = await renderPages(JSON.stringify(clientSettings))
  const dashboards = shown.kind === 'metabase' ? [new URL(shown.siteUrl).origin] : []
  routes.route('/', createSite(directory, clientSettings, { rendered, dashboards }))
}

/** Serves the metrics on a port of their own, if the settings name one. */
async function listenForMetrics(
  { metricsHost, metricsPort }: ServerSettings,
  metrics: Metrics,
  log: Log,
): Promise<Listening | undefined> {
  if (metricsPort === undefined) return undefined
  const server = await listen(metricsRoutes(metrics).fetch, {
    host: metricsHost,
    port: metricsPort,
    portSetting: 'METRICS_PORT',
  })
  log.info(`Metrics are at ${server.url}/metrics`)
  return server
}

/** The parts of a running server that have to be stopped. */
interface Running {
  settings: ServerSettings
  health: Health
  server: Listening
  metricsServer: Listening | undefined
  worker: Worker
  inFlight: ReadonlySet<Promise<Response>>
  store: Store
}

async function stopHost(running: Running): Promise<void> {
  const { settings, health, server, metricsServer, worker, inFlight, store } = running
  health.drain()
  // Meanwhile the load balancer notices that this server is draining, and each connection closes after its answer.
  await sleep(settings.drainTime)
  const deadline = Date.now() + settings.stopTimeout
  const remaining = () => Math.max(0, deadline - Date.now())
  // The rest of the time is for releasing leases and closing the database.
  const timeout = 0.8 * settings.stopTimeout
  await Promise.all([
    server.stop(timeout),
    metricsServer?.stop(timeout),
    withTimeout(worker.stop(timeout), remaining(), null),
  ])
  // A request may still be in flight although its connection is closed.
  const timeoutOfRequests = timeout - (settings.stopTimeout - remaining())
  await withTimeout(Promise.allSettled(inFlight), timeoutOfRequests, null)
  await withTimeout(store.close(), remaining(), null)
}

/** Finds due work, and reports the database's condition to the health checks, which saves them a probe. */
async function dueWork(store: Store, now: Date, health: Health): Promise<readonly string[]> {
  try {
    const { jobs, isReadOnly } = await findDueWork(store, now)
    health.saw(isReadOnly ? null : 'reachable')
    return jobs
  } catch (error) {
    health.saw(null)
    throw error
  }
}

function paymentsOf(
  { payments }: ServerSettings,
  store: Store,
  plans: readonly Plan[],
  clock: () => Date,
  log: Log,
) {
  return payments.kind === 'razorpay'
    ? createRazorpayPayments({ ...payments, clock, log })
    : createSandboxPayments(store, clock, plans)
}

/** @throws FileError if the file that lists them is invalid. */
function dashboardsOf(settings: ServerSettings): Dashboards {
  const { dashboards, accessTokenSecret, alsoAcceptedSecret } = settings
  if (dashboards.kind === 'sample') {
    const also = alsoAcceptedSecret === undefined ? [] : [alsoAcceptedSecret]
    return createSampleDashboards([accessTokenSecret, ...also])
  }
  const shown =
    typeof dashboards.dashboards === 'string'
      ? readDashboardsFile(dashboards.dashboards, dashboards.organisationParameter)
      : [dashboards.dashboards]
  return createMetabaseDashboards(dashboards, shown)
}
