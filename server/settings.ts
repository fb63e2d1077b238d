import * as v from 'valibot'
import { extensions } from '../contract/extension-names'
import { type RateLimits, rateLimits } from './limits'
import type { SmtpOptions } from './mail/smtp'
import { sandboxKey, sandboxScriptPath } from './payments/sandbox/sandbox'
import { address, link, text, wholeNumber } from './setting-formats'
import type { ConnectionSettings } from './store/postgresql'

/** Signs tokens where nobody can reach the server but its developer; production refuses it (D35). */
const developmentSecret = 'development-only-secret-that-production-refuses'

/** Exactly as browsers send them: no path, no trailing slash, no default port, small letters. */
const origins = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (origin) =>
          /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin,
        'must be origins such as https://app.example.com, separated by commas',
      ),
    ),
  ),
)

/** The environment variables that set the server up; README.md has the same table. */
const environmentSchema = v.object({
  NODE_ENV: v.optional(v.string(), ''),
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: v.optional(text),
  METRICS_PORT: v.optional(wholeNumber(0, 65_535)),
  LOG_FORMAT: v.optional(v.picklist(['json', 'text'], 'must be json or text')),
  DATA_DIR: v.optional(text),
  DATABASE_URL: v.optional(address(['postgresql:', 'postgres:'])),
  DATABASE_POOL_SIZE: v.optional(wholeNumber(1, 1_000), '10'),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: v.optional(wholeNumber(1, 3_600), '10'),
  DATABASE_IDLE_TIMEOUT_SECONDS: v.optional(wholeNumber(1, 86_400), '30'),
  DATABASE_PREPARED_STATEMENTS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  DRAIN_SECONDS: v.optional(wholeNumber(0, 300)),
  ACCESS_TOKEN_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters')),
  ),
  APP_URL: v.optional(address(['https:', 'http:'])),
  ALLOWED_ORIGINS: v.optional(origins, ''),
  TRUSTED_PROXIES: v.optional(wholeNumber(0, 10), '0'),
  MAIL: v.optional(v.picklist(['mailbox', 'smtp'], 'must be mailbox or smtp'), 'mailbox'),
  SMTP_URL: v.optional(address(['smtp:', 'smtps:'])),
  SMTP_TLS: v.optional(
    v.picklist(['required', 'optional'], 'must be required or optional'),
    'required',
  ),
  MAIL_FROM: v.optional(
    v.pipe(
      text,
      v.regex(
        /^[^<>@\s]+@[^<>@\s]+$|^[^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>$/,
        'must be an address, with or without a name: Orglens <mail@example.com>',
      ),
    ),
  ),
  RATE_LIMITS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  RATE_LIMIT_NETWORK_FACTOR: v.optional(wholeNumber(1, 1_000), '1'),
  DEMO_DATA: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  DASHBOARDS: v.optional(
    v.picklist(['sample', 'metabase'], 'must be sample or metabase'),
    'sample',
  ),
  METABASE_SITE_URL: v.optional(address(['https:', 'http:'])),
  METABASE_SECRET_KEY: v.optional(text),
  METABASE_DASHBOARD_ID: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  METABASE_ORGANISATION_PARAMETER: v.optional(text, 'organisation'),
  PAYMENTS: v.optional(
    v.picklist(['sandbox', 'razorpay'], 'must be sandbox or razorpay'),
    'sandbox',
  ),
  RAZORPAY_KEY_ID: v.optional(text),
  RAZORPAY_KEY_SECRET: v.optional(text),
  RAZORPAY_WEBHOOK_SECRET: v.optional(text),
  PLANS_FILE: v.optional(text),
  SUBSCRIPTION_CURRENCY: v.optional(
    v.pipe(text, v.regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')),
    'USD',
  ),
  GEOLOCATION_URL: v.optional(
    v.union([v.literal('off'), address(['https:', 'http:'])], 'must be an address or off'),
    'https://ipapi.co/json/',
  ),
  CHECKOUT_SCRIPT_URL: v.optional(address(['https:', 'http:'])),
  PRODUCT_NAME: v.optional(text),
  TERMS_URL: v.optional(link),
  PRIVACY_URL: v.optional(link),
  SUPPORT_URL: v.optional(link),
})

type Environment = v.InferOutput<typeof environmentSchema>

export interface ServerSettings {
  production: boolean
  port: number
  /** The address to listen on. */
  host: string
  logFormat: 'json' | 'text'
  /** Where Prometheus asks, on the same address; undefined: nowhere. */
  metricsPort: number | undefined
  /** Where the embedded database lives; unused with `databaseUrl`. */
  dataDirectory: string
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: string | undefined
  /** How PostgreSQL is used. */
  connections: ConnectionSettings
  /** How long the server goes on answering after it was told to stop, in ms. */
  drainTime: number
  accessTokenSecret: string
  /** Where the app is, for links in mails; undefined: where the server listens. */
  appUrl: string | undefined
  /** Sites of other origins whose pages may call the API. */
  allowedOrigins: string[]
  /** How many proxies stand before the server, each adding to `X-Forwarded-For`. */
  trustedProxies: number
  mail: { kind: 'mailbox' } | ({ kind: 'smtp' } & SmtpOptions)
  /** Null: off. */
  rateLimits: RateLimits | null
  productName: string
  /** Whether an empty database receives the demo organisation. */
  demoData: boolean
  dashboards:
    | { kind: 'sample' }
    | {
        kind: 'metabase'
        siteUrl: string
        secretKey: string
        dashboardId: number
        organisationParameter: string
      }
  payments:
    | { kind: 'sandbox' }
    | { kind: 'razorpay'; keyId: string; keySecret: string; webhookSecret: string }
  /** Undefined: the plans that come with Orglens. */
  plansFile: string | undefined
  /** What the app is told; see `src/settings.ts`. */
  clientSettings: Record<string, string>
}

/** A setting is missing or wrong; the text names each and says what it should be. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * Reads the server's settings. Nothing falls back silently: a half-configured choice is refused (D34).
 * @param environment variables as in `process.env`; empty ones count as not set.
 * @throws SettingsError naming every setting that is wrong.
 */
export function readServerSettings(
  environment: Record<string, string | undefined>,
): ServerSettings {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const result = v.safeParse(environmentSchema, present)
  if (!result.success) {
    refuse(result.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`))
  }
  const values = result.output
  const production = values.NODE_ENV === 'production'
  if (production) refuseInProduction(values)
  const payments = paymentsOf(values)

  return {
    production,
    port: values.PORT,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    logFormat: values.LOG_FORMAT ?? (production ? 'json' : 'text'),
    metricsPort: values.METRICS_PORT,
    dataDirectory: values.DATA_DIR ?? './.data',
    databaseUrl: values.DATABASE_URL,
    connections: {
      poolSize: values.DATABASE_POOL_SIZE,
      statementTimeout: values.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
      idleTimeout: values.DATABASE_IDLE_TIMEOUT_SECONDS * 1000,
      preparedStatements: values.DATABASE_PREPARED_STATEMENTS === 'on',
    },
    drainTime: (values.DRAIN_SECONDS ?? (production ? 5 : 0)) * 1000,
    accessTokenSecret: values.ACCESS_TOKEN_SECRET ?? developmentSecret,
    appUrl: values.APP_URL?.replace(/\/+$/, ''),
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    mail: mailOf(values),
    rateLimits: values.RATE_LIMITS === 'on' ? rateLimits(values.RATE_LIMIT_NETWORK_FACTOR) : null,
    productName: values.PRODUCT_NAME ?? 'Orglens',
    demoData: values.DEMO_DATA ? values.DEMO_DATA === 'on' : !production,
    dashboards: dashboardsOf(values),
    payments,
    plansFile: values.PLANS_FILE,
    clientSettings: definedOnly({
      productName: values.PRODUCT_NAME,
      termsUrl: values.TERMS_URL,
      privacyUrl: values.PRIVACY_URL,
      supportUrl: values.SUPPORT_URL,
      ...checkoutOf(values, payments),
      subscriptionCurrency: values.SUBSCRIPTION_CURRENCY,
      geolocationUrl: values.GEOLOCATION_URL === 'off' ? '' : values.GEOLOCATION_URL,
      extensions: extensions.join(),
    }),
  }
}

/** What is for trying things out must not reach the public (D35). */
function refuseInProduction(values: Environment): void {
  const problems: string[] = []
  if (!values.ACCESS_TOKEN_SECRET || values.ACCESS_TOKEN_SECRET === developmentSecret) {
    problems.push('ACCESS_TOKEN_SECRET must be set to a secret of your own')
  }
  if (!values.APP_URL) problems.push('APP_URL must be set to the address of the app')
  if (!values.DATABASE_URL && !values.DATA_DIR) {
    problems.push('DATABASE_URL or DATA_DIR must say where the data is to live')
  }
  if (values.MAIL === 'mailbox') problems.push('MAIL must be smtp')
  if (values.PAYMENTS === 'sandbox') problems.push('PAYMENTS must be razorpay')
  if (values.RATE_LIMITS === 'off') problems.push('RATE_LIMITS must not be off')
  if (values.DEMO_DATA === 'on') problems.push('DEMO_DATA must not be on')
  if (problems.length > 0) refuse(problems.map((problem) => `${problem} in production`))
}

function mailOf(values: Environment): ServerSettings['mail'] {
  if (values.MAIL === 'mailbox') return { kind: 'mailbox' }
  const { SMTP_URL, MAIL_FROM } = values
  if (!SMTP_URL || !MAIL_FROM) refuseIncomplete({ SMTP_URL, MAIL_FROM }, 'MAIL is smtp')
  return {
    kind: 'smtp',
    url: SMTP_URL,
    from: MAIL_FROM,
    requireTls: values.SMTP_TLS === 'required',
  }
}

function paymentsOf(values: Environment): ServerSettings['payments'] {
  if (values.PAYMENTS === 'sandbox') return { kind: 'sandbox' }
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, PLANS_FILE } = values
  if (!RAZORPAY_KEY_ID || !RAZORPAY_KEY_SECRET || !RAZORPAY_WEBHOOK_SECRET || !PLANS_FILE) {
    // The provider doesn't know the plans that come with Orglens.
    refuseIncomplete(
      { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, PLANS_FILE },
      'PAYMENTS is razorpay',
    )
  }
  return {
    kind: 'razorpay',
    keyId: RAZORPAY_KEY_ID,
    keySecret: RAZORPAY_KEY_SECRET,
    webhookSecret: RAZORPAY_WEBHOOK_SECRET,
  }
}

/** Where the app finds checkout, and the key that it opens it with. */
function checkoutOf(
  { CHECKOUT_SCRIPT_URL }: Environment,
  payments: ServerSettings['payments'],
): Record<string, string> {
  const [key, scriptUrl] =
    payments.kind === 'sandbox'
      ? [sandboxKey, sandboxScriptPath]
      : [payments.keyId, 'https://checkout.razorpay.com/v1/checkout.js']
  return { checkoutKey: key, checkoutScriptUrl: CHECKOUT_SCRIPT_URL ?? scriptUrl }
}

function dashboardsOf(values: Environment): ServerSettings['dashboards'] {
  if (values.DASHBOARDS === 'sample') return { kind: 'sample' }
  const { METABASE_SITE_URL, METABASE_SECRET_KEY, METABASE_DASHBOARD_ID } = values
  if (!METABASE_SITE_URL || !METABASE_SECRET_KEY || !METABASE_DASHBOARD_ID) {
    refuseIncomplete(
      { METABASE_SITE_URL, METABASE_SECRET_KEY, METABASE_DASHBOARD_ID },
      'DASHBOARDS is metabase',
    )
  }
  return {
    kind: 'metabase',
    siteUrl: METABASE_SITE_URL.replace(/\/+$/, ''),
    secretKey: METABASE_SECRET_KEY,
    dashboardId: METABASE_DASHBOARD_ID,
    organisationParameter: values.METABASE_ORGANISATION_PARAMETER,
  }
}

function refuseIncomplete(needed: Record<string, unknown>, because: string): never {
  const missing = Object.keys(needed).filter((name) => needed[name] === undefined)
  refuse(missing.map((name) => `${name} must be set, because ${because}`))
}

function definedOnly(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function refuse(problems: string[]): never {
  throw new SettingsError(
    ['The settings are not right:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
  )
}
