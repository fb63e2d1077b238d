import * as v from 'valibot'
import { rateLimits } from '../../api/limits'
import { exportWithoutTax } from '../../billing/invoices/tax'
import { second } from '../../lib/time'
import { recommendedCost } from '../../passwords/argon2id'
import { sandboxSeller } from '../../payments/sandbox/sandbox'
import { edgeLimits } from '../edge/edge-limits'
import {
  checkoutOf,
  dashboardsOf,
  definedOnly,
  developmentSecret,
  developmentTwoFactorKey,
  geolocationOf,
  mailOf,
  paymentsOf,
  taxOf,
} from './choices'
import { environmentSchema } from './environment'
import { refuse } from './formats'
import { problemsOf } from './safety'

/** The cause and the mend of a port that is an address: Kubernetes sets such variables. */
const kubernetesHint =
  ". Kubernetes sets it for a service of that name: rename the service, or set the pod's enableServiceLinks to false"

export type ServerSettings = ReturnType<typeof readServerSettings>

/**
 * Reads the server's settings. Nothing falls back silently: a half-configured choice is refused (D34).
 * @param environment variables as in `process.env`; empty ones count as not set.
 * @throws SettingsError naming every setting that is wrong.
 */
export function readServerSettings(environment: Record<string, string | undefined>) {
  const present: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  // Not trimmed: a stray blank in this word must not switch safety off.
  if (environment.NODE_ENV) present.NODE_ENV = environment.NODE_ENV
  const production = present.NODE_ENV === 'production'
  const schema = environmentSchema(production)
  const misspelt = misspeltNames(Object.keys(present), Object.keys(schema.entries))
  const result = v.safeParse(schema, present)
  const quoted = Object.keys(schema.entries).filter((name) =>
    /^(["']).*\1$/s.test(present[name]?.trim() ?? ''),
  )
  const found = result.success
    ? problemsOf(result.output, production)
    : result.issues.map((issue) => {
        const isOfKubernetes = /^(tcp|udp|sctp):\/\//.test(String(issue.input))
        return `${v.getDotPath(issue)} ${issue.message}${isOfKubernetes ? kubernetesHint : ''}`
      })
  const problems = [
    ...quoted.map((name) => `${name} must not be in quotes: whatever starts the server keeps them`),
    ...found.filter((problem) => !quoted.some((name) => problem.startsWith(`${name} `))),
  ]
  if (!result.success || problems.length > 0) {
    refuse([...problems, ...misspelt.map((name) => `Unknown, perhaps misspelt: ${name}`)])
  }
  const values = result.output
  const payments = paymentsOf(values)
  const seller = values.SELLER ?? (payments.kind === 'sandbox' ? sandboxSeller : null)

  return {
    production,
    /** Names that resemble settings, each with the likely one. */
    misspelt,
    /** Whether development is exposed to everybody (`EXPOSE_DEVELOPMENT`). */
    exposed: !production && values.EXPOSE_DEVELOPMENT === 'on',
    port: values.PORT,
    host: values.HOST,
    logFormat: values.LOG_FORMAT,
    /** Undefined: no metrics. */
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    /** Unused if `databaseUrl` is set. */
    dataDirectory: values.DATA_DIR ?? './.data',
    databaseUrl: values.DATABASE_URL,
    /** The database's address without a pooler, for backups; undefined: `databaseUrl`. */
    directDatabaseUrl: values.DATABASE_DIRECT_URL,
    connections: {
      poolSize: values.DATABASE_POOL_SIZE,
      statementTimeout: values.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
      idleTimeout: values.DATABASE_IDLE_TIMEOUT_SECONDS * 1000,
      preparedStatements: values.DATABASE_PREPARED_STATEMENTS === 'on',
    },
    /** How long the server takes to stop after draining, in ms. */
    stopTimeout: 10 * second,
    /** In ms. */
    drainTime: values.DRAIN_SECONDS * 1000,
    accessTokenSecret: values.ACCESS_TOKEN_SECRET ?? developmentSecret,
    alsoAcceptedSecret: values.ACCESS_TOKEN_SECRET_ALSO_ACCEPTED,
    /** No variable makes passwords easier to guess (D35). */
    passwordCost: recommendedCost,
    twoFactor: {
      mode: values.TWO_FACTOR,
      key: values.TWO_FACTOR_KEY ?? developmentTwoFactorKey,
      earlierKey: values.TWO_FACTOR_KEY_ALSO_ACCEPTED,
    },
    /** Undefined: the host of `appUrl`. */
    passkeyDomain: values.PASSKEY_DOMAIN,
    /** Undefined: the address the server listens on. */
    appUrl: values.APP_URL?.replace(/\/+$/, ''),
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    /** Limits of connections (D63). */
    edge: edgeLimits(values.KEEP_ALIVE_SECONDS * second),
    mail: mailOf(values),
    /** Null: off. */
    rateLimits: values.RATE_LIMITS === 'on' ? rateLimits(values.RATE_LIMIT_NETWORK_FACTOR) : null,
    productName: values.PRODUCT_NAME ?? 'Orglens',
    demoData: values.DEMO_DATA === 'on',
    dashboards: dashboardsOf(values),
    payments,
    /** Undefined: the bundled plans. */
    plansFile: values.PLANS_FILE,
    /** Whether other sites get this one's origin as Referer. */
    sendsReferer: payments.kind === 'razorpay' && values.CHECKOUT_REFERER === 'origin',
    /** Each plan must have a price in it. */
    subscriptionCurrency: values.SUBSCRIPTION_CURRENCY,
    haltedPlanDays: values.HALTED_PLAN_DAYS,
    deletesAbandoned: values.ABANDONED_ORGANISATIONS === 'delete',
    timeZone: values.TIME_ZONE,
    /** The seller's name and address, in lines; null: not set. */
    seller,
    /** Null: payments get receipts. */
    tax: taxOf(values, seller),
    /** The operator's words on invoices to other countries, also while `TAX` is off: corrections need them. */
    exportNote: values.INVOICE_EXPORT_NOTE ?? exportWithoutTax,
    /** The app's settings; see `src/settings.ts`. */
    clientSettings: definedOnly({
      productName: values.PRODUCT_NAME,
      termsUrl: values.TERMS_URL,
      privacyUrl: values.PRIVACY_URL,
      supportUrl: values.SUPPORT_URL,
      ...checkoutOf(values, payments),
      subscriptionCurrency: values.SUBSCRIPTION_CURRENCY,
      timeZone: values.TIME_ZONE,
      geolocationUrl: geolocationOf(values.GEOLOCATION_URL, production),
      mailboxUrl: values.MAIL_DELIVERY === 'mailbox' ? '/dev/mailbox/' : undefined,
      extensions: values.TWO_FACTOR === 'off' ? 'orglens' : 'orglens,two-factor',
    }),
  }
}

/**
 * Finds misspelt settings among all variables of a process: up to a quarter of the letters may be
 * wrong, missing or extra.
 * @param names the names that are set.
 * @param known the names of settings.
 * @returns the names that resemble a setting, each with the likely one: `TRUSTED_PROXY
 *   (TRUSTED_PROXIES?)`.
 */
function misspeltNames(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const [nearest] = known
        .map((meant) => ({ meant, steps: stepsBetween(name.toUpperCase(), meant) }))
        .filter(({ meant, steps }) => steps <= Math.floor(meant.length / 4))
        .sort((one, other) => one.steps - other.steps)
      return nearest ? [`${name} (${nearest.meant}?)`] : []
    })
}

/** @returns the edit distance between two words. */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [place, wanted] of [...other].entries()) {
      const changed = (row[place] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
