import type { Dashboards } from '../server/api/dashboards'
import { noWork, type Services } from '../server/api/services'
import type { Store } from '../server/api/store'
import { createApp } from '../server/app/app'
import { findDueWork } from '../server/app/due-work'
import { createJobs } from '../server/app/jobs'
import { createMemoryStore, emptyMemoryData, type MemoryData } from '../server/app/memory-store'
import { createSampleDashboards } from '../server/dashboards/providers/sample'
import { demoNetwork, seedDemoData } from '../server/demo/demo'
import { seedDemoHistory } from '../server/demo/demo-history'
import type { Log } from '../server/lib/log'
import { pbkdf2Passwords } from '../server/passwords/pbkdf2'
import { createSandboxPayments, sandboxSeller } from '../server/payments/sandbox/sandbox'
import { bundledOffer } from '../server/plans/plans'
import { createSecretBox } from '../server/two-factor/secret-box'
import { createWorker, type Worker } from '../server/work/worker'
import { type Conditions, defaultConditions } from './conditions'
import { readMockFont } from './mock-fonts'
import { isTaxed, mockTax } from './tax'

/** The key that signs tokens, for mock mode only. */
const mockAccessTokenSecret = 'orglens-mock-mode-access-token-secret'

/** Encrypts second factors, for mock mode only. */
export const mockSecrets = createSecretBox('orglens-mock-mode-key-of-second-factors')

/** The site's time zone, as in the app's settings. */
const siteZone = import.meta.env?.VITE_TIME_ZONE || 'UTC'

/** Services whose background work runs on demand. */
type MockServices = Services & { work: Worker }

const sample = createSampleDashboards([mockAccessTokenSecret])

/** @returns the number of dashboards in a scenario, or undefined for the plan's limit. */
function dashboardsOfScenario(scenario: string): number | undefined {
  const [, count] = /(?:^|,)dashboards:([1-4])(?:,|$)/.exec(scenario) ?? []
  return count === undefined ? undefined : Number(count)
}

/**
 * The sample page is at the app's origin; a scenario may have no dashboard, one that doesn't load, or those that find
 * their data by the organisation's slug. What doesn't load has no figures either.
 */
function dashboardsUnder({ failures, scenario = '' }: Conditions): Dashboards {
  const words = scenario.split(',')
  return {
    ...sample,
    selectsBySlug: words.includes('organisation:slug-fixed'),
    ...(failures.frame !== undefined && {
      figuresFor: async () => {
        throw new Error('The dashboard does not load.')
      },
    }),
    async linkFor(organisation, id, now) {
      const link = await sample.linkFor(organisation, id, now)
      if (words.includes('no-dashboard')) return { ...link, url: '' }
      const leadsNowhere = failures.frame !== undefined && failures.frame !== 'never'
      if (leadsNowhere) return { ...link, url: 'https://dashboard.invalid/' }
      return { ...link, url: import.meta.env.BASE_URL.replace(/\/$/, '') + link.url }
    },
  }
}

/** The services of mock mode and of tests: all in memory, none of them real. */
export function createMockServices(
  data: MemoryData,
  log: Log = console,
  clock: () => Date = () => new Date(),
  appUrl = 'http://localhost',
  store: Store = createMemoryStore(data),
): MockServices {
  const services: Services = {
    store,
    dashboards: dashboardsUnder(defaultConditions),
    mail: { captures: true },
    passwords: pbkdf2Passwords,
    payments: createSandboxPayments(store, clock),
    ...bundledOffer,
    haltedPlanDays: 14,
    deletesAbandoned: false,
    timeZone: 'UTC',
    work: noWork,
    clock,
    log,
    accessTokenSecret: mockAccessTokenSecret,
    twoFactor: { mode: 'on', secrets: mockSecrets },
    appUrl,
    productName: 'Orglens',
    seller: sandboxSeller,
    // A single person never reaches the limits. Failures can simulate a 429.
    rateLimits: null,
  }
  const findDue = async () => (await findDueWork(services.store, services.clock())).jobs
  const work = createWorker({ jobs: createJobs(services, null), log, findDue })
  return Object.assign(services, { work })
}

/** The services of mock mode under the given conditions, at the time that its clock shows. */
function servicesUnder(
  data: MemoryData,
  conditions: Conditions,
  clock: () => Date,
  appUrl: string,
): MockServices {
  const { scenario = '' } = conditions
  const services = createMockServices(data, undefined, clock, appUrl)
  services.dashboards = dashboardsUnder(conditions)
  services.timeZone = siteZone
  // Like a server with `TWO_FACTOR=admins`.
  if (/two-factor:(due|over)/.test(scenario)) services.twoFactor.mode = 'admins'
  if (isTaxed(scenario)) services.tax = mockTax
  const dashboards = dashboardsOfScenario(scenario)
  if (dashboards) services.withoutPlan = { ...services.withoutPlan, dashboards }
  return services
}

/** @returns data with the demo organisations and their people, and no plan. */
export async function createPlainDemoData(): Promise<MemoryData> {
  const data = emptyMemoryData()
  await seedDemoData(createMockServices(data))
  return data
}

/**
 * @param appUrl the app's address, for links in mails.
 * @returns the demo data, including Acme's history.
 */
export async function createDemoData(appUrl: string): Promise<MemoryData> {
  const data = await createPlainDemoData()
  await seedDemoHistory(createMockServices(data, undefined, undefined, appUrl))
  return data
}

/** @returns the app's address, from any address on its origin. */
export function appUrlOf(address: string): string {
  return new URL(import.meta.env.BASE_URL, address).href.replace(/\/$/, '')
}

/** Milliseconds between runs of due work after the clock jumped: a day, so that no notice is missed. */
const step = 24 * 60 * 60 * 1_000
/**
 * The longest jump in ms that is worked through day by day. Each day takes some ms, and mails are kept for a month.
 */
const longest = 366 * step

/**
 * Runs the work that was due on the days between two times, one day after the other. After a jump of the clock, or days
 * without a visit, all work in between would otherwise be skipped, with its mails. Less than a day without a report is
 * left to the next request.
 * @param from in ms since 1970, like `to`.
 * @param appUrl the app's address, for links in mails.
 * @param conditions those of requests.
 */
export async function passTime(
  data: MemoryData,
  from: number,
  to: number,
  appUrl: string,
  conditions: Conditions = defaultConditions,
): Promise<void> {
  // A report is made at its hour, or not at all.
  const reportTimes = () => data.reports.map(({ runAt }) => runAt?.getTime() ?? to)
  if (to - from < step && !reportTimes().some((time) => time < to)) return
  let now = Math.max(from, to - longest)
  const services = servicesUnder(data, conditions, () => new Date(now), appUrl)
  while (now < to) {
    const since = now
    now = Math.min(since + step, to, ...reportTimes().filter((time) => time > since))
    await services.work.runDue()
  }
}

/** The API over data in memory: the same app as on Node, under the given conditions. */
export async function answerRequest(
  data: MemoryData,
  request: Request,
  conditions: Conditions = defaultConditions,
): Promise<Response> {
  const appUrl = appUrlOf(request.url)
  const clock = () => new Date(Date.now() + (conditions.clock ?? 0))
  const services = servicesUnder(data, conditions, clock, appUrl)
  // Only downloads make PDFs here: while a payment is saved, each would cost its reader a second.
  const app = createApp({ ...services, readFont: readMockFont })
  const response = await app.fetch(request, {
    clientAddress: demoNetwork.near,
    userAgent: globalThis.navigator?.userAgent,
  })
  // There is no background worker: due work runs after each request (D46).
  await services.work.runDue()
  return response
}
