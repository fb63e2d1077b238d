import { describe, expect, test } from 'vitest'
import { type Environment, environmentSchema } from '../../server/node/settings/environment'
import { documentText, productName, text } from '../../server/node/settings/formats'
import { readServerSettings } from '../../server/node/settings/settings'
import { readSettings } from '../../src/settings'
import { gst, metabase, production, razorpay, refusalOf, smtp } from '../support/settings-examples'

// The defaults of single settings are in docs/settings.md, which is generated.
test('without settings, the server runs for its developer only', () => {
  expect(readServerSettings({})).toMatchObject({
    ...{ production: false, demoData: true, appUrl: undefined, databaseUrl: undefined, tax: null },
    ...{ mail: { kind: 'mailbox' }, dashboards: { kind: 'sample' }, payments: { kind: 'sandbox' } },
    passwordCost: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
    clientSettings: {
      ...{ checkoutKey: 'rzp_sandbox', checkoutScriptUrl: '/sandbox/checkout.js' },
      ...{ geolocationUrl: '/sandbox/country.json', mailboxUrl: '/dev/mailbox/' },
    },
  })
})

type Variables = Partial<Record<keyof Environment, string>>
const [key, other] = ['x'.repeat(32), 'y'.repeat(32)]
const { METABASE_DASHBOARD_ID: _one, ...unlisted } = metabase
const several = { ...unlisted, DASHBOARDS_FILE: '/etc/others.json' }
const sample = { ...metabase, DASHBOARDS: 'sample' }
const webhookSecrets = [razorpay.RAZORPAY_WEBHOOK_SECRET, 'hush']
const pooler = { DATABASE_URL: 'postgres://pooler/o' }
const socket = 'postgresql://u:w@/o?host=/run/postgresql'
const app = (clientSettings: object) => ({ clientSettings })

/** What each setting does: a value, what the server makes of it, and what else has to be set. */
const effects: Record<keyof Environment, [value: string, effect: object, besides?: Variables]> = {
  NODE_ENV: [
    'production',
    { production: true, host: '0.0.0.0', demoData: false, exposed: false },
    { ...production, NODE_ENV: '', EXPOSE_DEVELOPMENT: 'on' },
  ],
  PORT: [' 8080 ', { port: 8080 }],
  HOST: ['::1', { host: '::1' }],
  EXPOSE_DEVELOPMENT: ['on', { exposed: true }],
  APP_URL: ['http://a.test/', { appUrl: 'http://a.test' }],
  TRUSTED_PROXIES: ['2', { trustedProxies: 2 }],
  ALLOWED_ORIGINS: ['http://a, http://b', { allowedOrigins: ['http://a', 'http://b'] }],
  KEEP_ALIVE_SECONDS: ['77', { edge: { keepAliveTimeout: 77_000 } }],
  LOG_FORMAT: ['json', { logFormat: 'json' }],
  METRICS_PORT: ['9464', { metricsPort: 9464 }],
  METRICS_HOST: ['0.0.0.0', { metricsHost: '0.0.0.0' }],
  DRAIN_SECONDS: ['7', { drainTime: 7_000 }],
  DATA_DIR: ['/var/lib/orglens', { dataDirectory: '/var/lib/orglens' }],
  DATABASE_URL: [socket, { databaseUrl: socket }],
  DATABASE_DIRECT_URL: ['postgres://a/o', { directDatabaseUrl: 'postgres://a/o' }, pooler],
  DATABASE_POOL_SIZE: ['3', { connections: { poolSize: 3 } }],
  DATABASE_STATEMENT_TIMEOUT_SECONDS: ['7', { connections: { statementTimeout: 7_000 } }],
  DATABASE_IDLE_TIMEOUT_SECONDS: ['8', { connections: { idleTimeout: 8_000 } }],
  DATABASE_PREPARED_STATEMENTS: ['off', { connections: { preparedStatements: false } }],
  DEMO_DATA: ['off', { demoData: false }],
  ACCESS_TOKEN_SECRET: [key, { accessTokenSecret: key }],
  ACCESS_TOKEN_SECRET_ALSO_ACCEPTED: [other, { alsoAcceptedSecret: other }],
  TWO_FACTOR: ['off', { twoFactor: { mode: 'off' }, ...app({ extensions: 'orglens' }) }],
  TWO_FACTOR_KEY: [key, { twoFactor: { key } }],
  TWO_FACTOR_KEY_ALSO_ACCEPTED: [other, { twoFactor: { earlierKey: other } }],
  ABANDONED_ORGANISATIONS: ['delete', { deletesAbandoned: true }],
  PASSKEY_DOMAIN: ['a.test', { passkeyDomain: 'a.test' }, { APP_URL: 'http://app.a.test' }],
  RATE_LIMITS: ['off', { rateLimits: null }],
  RATE_LIMIT_NETWORK_FACTOR: ['7', { rateLimits: { getPricing: [{ calls: 4_200 }] } }],
  MAIL_DELIVERY: ['smtp', { mail: { kind: 'smtp' } }, { ...smtp, MAIL_DELIVERY: 'mailbox' }],
  SMTP_URL: ['smtp://b.localhost', { mail: { url: 'smtp://b.localhost' } }, smtp],
  SMTP_TLS: ['optional', { mail: { requireTls: false } }, smtp],
  SMTP_NAME: ['mail.a.test', { mail: { name: 'mail.a.test' } }, smtp],
  MAIL_FROM: ['b@a.test', { mail: { from: 'b@a.test' } }, smtp],
  PAYMENTS: ['razorpay', { payments: { kind: 'razorpay' } }, { ...razorpay, PAYMENTS: 'sandbox' }],
  RAZORPAY_KEY_ID: ['id', { payments: { keyId: 'id' }, ...app({ checkoutKey: 'id' }) }, razorpay],
  RAZORPAY_KEY_SECRET: ['hush', { payments: { keySecret: 'hush' } }, razorpay],
  RAZORPAY_WEBHOOK_SECRET: ['hush', { payments: { webhookSecrets: ['hush'] } }, razorpay],
  RAZORPAY_WEBHOOK_SECRET_ALSO_ACCEPTED: ['hush', { payments: { webhookSecrets } }, razorpay],
  RAZORPAY_API_URL: ['https://b.test', { payments: { apiUrl: 'https://b.test' } }, razorpay],
  PLANS_FILE: ['/etc/plans.json', { plansFile: '/etc/plans.json' }],
  HALTED_PLAN_DAYS: ['30', { haltedPlanDays: 30 }],
  TIME_ZONE: ['Asia/Kolkata', { timeZone: 'Asia/Kolkata', ...app({ timeZone: 'Asia/Kolkata' }) }],
  SELLER: [' Acme Ltd | 1 Main Street |Berlin', { seller: 'Acme Ltd\n1 Main Street\nBerlin' }],
  TAX: ['gst', { tax: { rate: 1_800 } }, { ...gst, TAX: 'off' }],
  SELLER_LEGAL_NAME: ['Acme Limited', { tax: { legalName: 'Acme Limited' } }, gst],
  SELLER_GSTIN: ['27AAACA0000A1ZY', { tax: { gstin: '27AAACA0000A1ZY' } }, gst],
  TAX_RATE: ['2.55', { tax: { rate: 255 } }, gst],
  TAX_CODE: ['998314', { tax: { code: '998314' } }, gst],
  INVOICE_PREFIX: ['X1', { tax: { prefix: 'X1' } }, gst],
  INVOICE_EXPORT_NOTE: ['Out', { exportNote: 'Out', tax: { exportNote: 'Out' } }, gst],
  INVOICE_FOOTNOTE: ['Signed.', { tax: { footnote: 'Signed.' } }, gst],
  SUBSCRIPTION_CURRENCY: ['INR', app({ subscriptionCurrency: 'INR' })],
  GEOLOCATION_URL: ['https://b.test', app({ geolocationUrl: 'https://b.test' })],
  CHECKOUT_SCRIPT_URL: ['https://b.test', app({ checkoutScriptUrl: 'https://b.test' })],
  CHECKOUT_REFERER: ['off', { sendsReferer: false }, razorpay],
  DASHBOARDS: ['metabase', { dashboards: { kind: 'metabase' } }, sample],
  METABASE_SITE_URL: ['https://b.test/', { dashboards: { siteUrl: 'https://b.test' } }, metabase],
  METABASE_SECRET_KEY: ['hush', { dashboards: { secretKey: 'hush' } }, metabase],
  METABASE_DASHBOARD_ID: ['9', { dashboards: { dashboards: { metabaseId: 9 } } }, metabase],
  DASHBOARDS_FILE: ['/etc/all.json', { dashboards: { dashboards: '/etc/all.json' } }, several],
  METABASE_ORGANISATION_PARAMETER: ['a', { dashboards: { organisationParameter: 'a' } }, metabase],
  METABASE_ORGANISATION_VALUE: ['slug', { dashboards: { organisationValue: 'slug' } }, metabase],
  PRODUCT_NAME: ['Numbers', { productName: 'Numbers', ...app({ productName: 'Numbers' }) }],
  TERMS_URL: ['https://b.test', app({ termsUrl: 'https://b.test' })],
  PRIVACY_URL: ['/privacy', app({ privacyUrl: '/privacy' })],
  SUPPORT_URL: ['mailto:help@b.test', app({ supportUrl: 'mailto:help@b.test' })],
}

test.each(Object.entries(effects))('%s has its effect', (name, [value, effect, besides = {}]) => {
  expect(readServerSettings({ ...besides, [name]: value })).toMatchObject(effect)
  expect(readServerSettings(besides)).not.toMatchObject(effect)
})

test('the app gets every setting, but for the API’s address, which is its own', () => {
  const links = { TERMS_URL: '/a', PRIVACY_URL: '/a', SUPPORT_URL: '/a' }
  const { clientSettings } = readServerSettings({ ...links, PRODUCT_NAME: '/a' })
  const others = Object.keys(readSettings(null)).filter((name) => !(name in clientSettings))
  // `extensions` says the last two.
  expect(others).toEqual(['apiBaseUrl', 'isOurServer', 'hasTwoFactor'])
})

const schemas = Object.entries(environmentSchema(false).entries)
const lenient = ['NODE_ENV', 'SELLER']
const texts: unknown[] = [text, documentText, productName]
const strict = schemas.filter(
  ([name, { wrapped }]) => !texts.includes(wrapped) && !lenient.includes(name),
)

test.each(strict.map(([name]) => name))('nonsense as %s is refused by name', (name) => {
  for (const value of ['?!', 'x\u0000', '-7.5'])
    expect(refusalOf({ [name]: value })).toContain(name)
})

test('the app of production gets no secret, and pays and looks up countries at third parties', () => {
  const { clientSettings, seller } = readServerSettings(production)
  expect(seller, 'that of the sandbox').toBeNull()
  expect(clientSettings).toMatchObject({
    checkoutKey: 'rzp_live_key',
    checkoutScriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    geolocationUrl: 'https://ipapi.co/json/',
  })
  expect(JSON.stringify(clientSettings)).not.toContain('secret')
  expect(readServerSettings({ GEOLOCATION_URL: 'off' }).clientSettings.geolocationUrl).toBe('')
})

test.each([
  ['DATABASE_URL', ['mysql://localhost/orglens', 'localhost:5432']],
  ['ACCESS_TOKEN_SECRET', ['x'.repeat(31)]],
  ['APP_URL', ['a.test', 'ftp://a.test', 'https://a.test/?', 'https://a.test#']],
  ['APP_URL', ['http://a.test/b/', 'http://me:word@a.test', 'http://me@a.test']],
  ['NODE_ENV', ['Production', 'production ', 'staging', ' ']],
  ['HOST', ['0.0.0.0', '::', 'orglens.example.test', '127.0.0.1.example.test']],
  ['TIME_ZONE', ['+05:30', 'Asia/Nowhere', 'GMT+5']],
  ['ALLOWED_ORIGINS', ['*', 'null', 'ftp://a.test', 'https://A.test', 'https://a.test/']],
  ['SMTP_NAME', ['a.test\r\nMAIL FROM:<x@y>']],
  ['MAIL_FROM', ['Orglens', 'Orglens <mail@example.test>\r\nBcc: <x@y>']],
  ['SELLER', ['|', ' | ', 'x'.repeat(101), 'x|'.repeat(11)]],
  ['TAX', ['on', 'GST', 'irn']],
  ['SELLER_GSTIN', ['29AAACO0000O1ZM', '29aaaco0000o1zn', '00AAACO0000O1ZN']],
  ['TAX_RATE', ['18%', '100', '1.234']],
  ['TAX_CODE', ['99831', '9983151', '123456']],
  ['INVOICE_FOOTNOTE', ['x'.repeat(301)]],
  ['RAZORPAY_API_URL', ['https://a.test?b']],
  ['METABASE_SITE_URL', ['https://a.test#b', 'https://me@a.test']],
  ['INVOICE_PREFIX', ['ORGL', 'ol', 'O/', 'Ö']],
  ['CHECKOUT_SCRIPT_URL', ['checkout.js', 'javascript:alert(1)']],
  ['SUPPORT_URL', ['javascript:alert(1)', 'help@example.test', '//a.test']],
  ['PRODUCT_NAME', ['Numbers: live', ':', 'Numbers\nlive']],
])('refuses a wrong %s by name', (name, values) => {
  for (const value of values) expect(refusalOf({ [name]: value }), value).toContain(name)
})

test.each([
  ['PORT', 0, 65_535],
  ['TRUSTED_PROXIES', 0, 10],
  ['KEEP_ALIVE_SECONDS', 1, 3_600],
  ['DRAIN_SECONDS', 0, 300],
  ['DATABASE_POOL_SIZE', 1, 1_000],
  ['DATABASE_STATEMENT_TIMEOUT_SECONDS', 1, 3_600],
  ['DATABASE_IDLE_TIMEOUT_SECONDS', 1, 86_400],
  ['RATE_LIMIT_NETWORK_FACTOR', 1, 1_000],
  ['HALTED_PLAN_DAYS', 4, 365],
])('%s is a whole number from %i to %i', (name, least, most) => {
  for (const value of [least, most]) readServerSettings({ [name]: String(value) })
  const rule = `${name} must be a whole number from ${least} to ${most}`
  for (const value of [least - 1, most + 1])
    expect(refusalOf({ [name]: String(value) })).toContain(rule)
})

test("a refusal doesn't repeat a secret", () => {
  const refusal = refusalOf({ ACCESS_TOKEN_SECRET: 'too-short-secret', DATABASE_URL: 'x:word@y' })
  expect(refusal).not.toContain('too-short-secret')
  expect(refusal).not.toContain('word@')
})

test.each([
  ['http://mail.localhost', 'mail.localhost'],
  ['http://127.0.0.1:3000', '[127.0.0.1]'],
  ['http://[::1]', '[IPv6:::1]'],
])('an app at %s greets the mail server as %s', (APP_URL, name) => {
  expect(readServerSettings({ ...smtp, APP_URL }).mail).toMatchObject({ name })
})

test('tax invoices need India’s days and a seller with an address', () => {
  expect(readServerSettings(gst).tax).toMatchObject({
    exportNote:
      'Supply meant for export under bond or letter of undertaking without payment of integrated tax',
    footnote: null,
  })
  expect(refusalOf({ ...gst, TIME_ZONE: 'UTC' })).toContain('TIME_ZONE must be set')
  expect(refusalOf({ ...gst, SELLER: 'Orglens' })).toContain('SELLER must be set')
  expect(refusalOf({ TAX: 'irn' })).toContain('electronic invoicing (IRN)')
})

describe.each([
  ['Metabase', metabase, { DASHBOARDS: 'metabase' }],
  ['SMTP', smtp, { MAIL_DELIVERY: 'smtp' }],
  ['Razorpay', razorpay, { PAYMENTS: 'razorpay' }],
  ['GST', gst, { TAX: 'gst' }],
])('an incomplete %s', (_name, complete, chosen) => {
  const needed = Object.keys(complete).filter((name) => !(name in chosen))

  test.each(needed)('is refused without %s, and only that is named', (name) => {
    const refusal = refusalOf({ ...complete, [name]: undefined })
    expect(needed.filter((other) => refusal.includes(other))).toEqual([name])
  })

  test('is refused with none of its settings, and all are named', () => {
    const refusal = refusalOf(chosen)
    expect(needed.filter((name) => refusal.includes(name))).toEqual(needed)
  })
})

test('refuses a single dashboard together with a file of several', () => {
  const refusal = refusalOf({ ...metabase, ...several })
  expect(refusal).toContain('METABASE_DASHBOARD_ID must not be set beside DASHBOARDS_FILE')
})
