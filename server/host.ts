import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type HttpBindings, type ServerType, serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import proxyAddress from 'proxy-addr'
import { createApp } from './app'
import type { Dashboards } from './dashboards/dashboards'
import { createMetabaseDashboards } from './dashboards/metabase'
import { sampleDashboards } from './dashboards/sample'
import { refuseDemoData, seedDemoData } from './demo'
import type { Log } from './log'
import { createSmtpSender } from './mail/smtp'
import { argon2idPasswords } from './passwords/argon2id'
import type { Payments } from './payments/payments'
import { createRazorpayPayments } from './payments/razorpay'
import { createSandboxPayments } from './payments/sandbox/sandbox'
import { readPlansFile } from './plans/plans-file'
import type { Services } from './services'
import type { ServerSettings } from './settings'
import { createSite } from './site/site'
import { openPgliteStore } from './store/pglite'
import { openPostgresqlStore } from './store/postgresql'
import type { Store } from './store/store'
import { createJobs } from './work/jobs'
import { createWorker, type Worker } from './work/worker'

/** How long requests under way may take to end when the server stops, in ms. */
const shutdownPatience = 10_000

/** A running server. */
export interface Host {
  /** Where it answers, for example `http://127.0.0.1:3000`. */
  url: string
  /** Whether this start put the demo organisation into an empty database. */
  seededDemoData: boolean
  /** Stops taking requests, lets those under way end, then closes the database. */
  stop: () => Promise<void>
}

/**
 * Starts the API and the built site on one address.
 * @param siteDirectory the build's output; where it is missing, only the API answers, which
 *   production refuses.
 * @throws Error when the database can't be opened, the port is taken, the plans are wrong, or the
 *   site isn't built.
 */
export async function startHost(
  settings: ServerSettings,
  log: Log,
  siteDirectory: string,
): Promise<Host> {
  const siteIsBuilt = existsSync(join(siteDirectory, 'index.html'))
  if (!siteIsBuilt && settings.production) {
    throw new Error(`There is no site in ${siteDirectory}. Run "npm run build" first.`)
  }
  const plans = readPlansFile(settings.plansFile)
  const store = await openStore(settings, log)
  const clock = () => new Date()
  const payments = paymentsOf(settings, store, clock)
  const { mail } = settings
  let worker: Worker | undefined
  try {
    const services: Services = {
      store,
      dashboards: dashboardsOf(settings),
      mail: { captures: mail.kind === 'mailbox', wake: () => worker?.wake() },
      passwords: argon2idPasswords,
      payments,
      plans,
      // Until it runs, there is nothing to do.
      work: { wake() {}, async carryOut() {} },
      clock,
      log,
      accessTokenSecret: settings.accessTokenSecret,
      appUrl: settings.appUrl ?? '',
      productName: settings.productName,
      rateLimits: settings.rateLimits,
    }
    if (settings.production) await refuseDemoData(services)
    const seededDemoData = settings.demoData && (await seedDemoData(services))
    const send = mail.kind === 'mailbox' ? null : createSmtpSender(mail)
    worker = createWorker({ jobs: createJobs(services, send), log })
    services.work = worker
    worker.start()

    const api = createApp(services)
    const root = new Hono<{ Bindings: HttpBindings }>()
    root.use(
      secureHeaders({
        // Pages bring a policy of their own; dashboards may open in frames of this origin.
        xFrameOptions: 'SAMEORIGIN',
        // Banks open windows of their own while one pays.
        crossOriginOpenerPolicy: 'same-origin-allow-popups',
        strictTransportSecurity: false,
      }),
    )
    const answer = (context: Context<{ Bindings: HttpBindings }>) =>
      api.fetch(context.req.raw, {
        clientAddress: clientAddress(context.env.incoming, settings.trustedProxies),
      })
    root.all('/api', answer)
    root.all('/api/*', answer)
    root.all('/sandbox/*', answer)
    // Where mails are really sent, the page that shows captured ones is not there either.
    root.all(services.mail.captures ? '/dev/mailbox.json' : '/dev/*', answer)
    if (siteIsBuilt) root.route('/', createSite(siteDirectory, settings.clientSettings))
    else log.info(`There is no site in ${siteDirectory}: only the API answers`)

    const server = await listen(root, settings)
    const url = urlOf(server)
    // With PORT=0 the address is known only now, and no request came before.
    services.appUrl ||= url
    return {
      url,
      seededDemoData,
      stop: async () => {
        await stopListening(server)
        await worker?.stop()
        await store.close()
      },
    }
  } catch (error) {
    await worker?.stop()
    await store.close()
    throw error
  }
}

/**
 * @param trustedProxies how many proxies of ours stand before the server. Each adds the address it
 *   sees to `X-Forwarded-For`; what stands further left was sent by the client and may be a lie.
 * @returns where a request comes from, as the furthest of them tells.
 */
export function clientAddress(incoming: IncomingMessage, trustedProxies: number): string {
  return proxyAddress(incoming, (_address, hop) => hop < trustedProxies)
}

function openStore(settings: ServerSettings, log: Log): Promise<Store> {
  return settings.databaseUrl
    ? openPostgresqlStore(settings.databaseUrl, log)
    : openPgliteStore(settings.dataDirectory, log)
}

function paymentsOf(settings: ServerSettings, store: Store, clock: () => Date): Payments {
  return settings.payments.kind === 'razorpay'
    ? createRazorpayPayments(settings.payments)
    : createSandboxPayments(store, clock)
}

function dashboardsOf({ dashboards }: ServerSettings): Dashboards {
  return dashboards.kind === 'metabase' ? createMetabaseDashboards(dashboards) : sampleDashboards
}

function listen(
  root: Hono<{ Bindings: HttpBindings }>,
  settings: ServerSettings,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: root.fetch, port: settings.port, hostname: settings.host }, () =>
      resolve(server),
    )
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${settings.port} is taken. Set PORT to another one.`)
          : error,
      )
    })
  })
}

function urlOf(server: ServerType): string {
  const { address, port, family } = server.address() as AddressInfo
  const unspecified = address === '0.0.0.0' || address === '::'
  const host = unspecified || address === '127.0.0.1' ? 'localhost' : address
  return `http://${family === 'IPv6' && !unspecified ? `[${host}]` : host}:${port}`
}

function stopListening(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const impatient =
      'closeAllConnections' in server &&
      setTimeout(() => server.closeAllConnections(), shutdownPatience)
    server.close(() => {
      if (impatient) clearTimeout(impatient)
      resolve()
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}
