import { describe, expect, test } from 'vitest'
import { environmentSchema } from '../../server/node/settings/environment'
import { paperText, text } from '../../server/node/settings/formats'
import { readServerSettings } from '../../server/node/settings/settings'
import { readSettings } from '../../src/settings'
import { gst, metabase, production, razorpay, refusalOf, smtp } from '../support/settings-examples'

test('without settings, the server runs for its developer only', () => {
  expect(readServerSettings({})).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    dataDirectory: './.data',
    databaseUrl: undefined,
    demoData: true,
    mail: { kind: 'mailbox' },
    dashboards: { kind: 'sample' },
    appUrl: undefined,
    trustedProxies: 0,
    allowedOrigins: [],
    productName: 'Orglens',
    payments: { kind: 'sandbox' },
    plansFile: undefined,
    clientSettings: {
      checkoutKey: 'rzp_sandbox',
      checkoutScriptUrl: '/sandbox/checkout.js',
      subscriptionCurrency: 'USD',
      geolocationUrl: '/sandbox/country.json',
      mailboxUrl: '/dev/mailbox/',
    },
  })
})

test('uses every setting', () => {
  const settings = readServerSettings({
    PORT: ' 8080 ',
    HOST: '0.0.0.0',
    EXPOSE_DEVELOPMENT: 'on',
    DATA_DIR: '/var/lib/orglens',
    DATABASE_URL: 'postgresql://user:word@database.example.test:5432/orglens',
    ACCESS_TOKEN_SECRET: 'x'.repeat(32),
    APP_URL: 'https://orglens.example.test/',
    TRUSTED_PROXIES: '2',
    ALLOWED_ORIGINS: 'https://www.example.test, http://localhost:8080',
    RATE_LIMIT_NETWORK_FACTOR: '7',
    DEMO_DATA: 'off',
    ...smtp,
    ...metabase,
    ...razorpay,
    SELLER: ' Acme Ltd | 1 Main Street |Berlin',
    SUBSCRIPTION_CURRENCY: 'INR',
    GEOLOCATION_URL: 'https://geo.example.test/',
    METABASE_ORGANISATION_PARAMETER: 'tenant',
    PRODUCT_NAME: 'Numbers',
    TERMS_URL: 'https://example.test/terms',
    PRIVACY_URL: '/privacy',
    SUPPORT_URL: 'mailto:help@example.test',
  })
  expect(settings).toMatchObject({
    port: 8080,
    seller: 'Acme Ltd\n1 Main Street\nBerlin',
    host: '0.0.0.0',
    dataDirectory: '/var/lib/orglens',
    databaseUrl: 'postgresql://user:word@database.example.test:5432/orglens',
    accessTokenSecret: 'x'.repeat(32),
    appUrl: 'https://orglens.example.test',
    trustedProxies: 2,
    rateLimits: { getPricing: [{ by: ['network'], calls: 4200, window: 60_000 }] },
    mail: { kind: 'smtp', url: smtp.SMTP_URL, from: smtp.MAIL_FROM, requireTls: true },
    allowedOrigins: ['https://www.example.test', 'http://localhost:8080'],
    demoData: false,
    payments: {
      kind: 'razorpay',
      keyId: 'rzp_test_key',
      keySecret: 'key secret',
      webhookSecrets: ['webhook secret'],
      apiUrl: 'https://api.razorpay.com',
    },
    plansFile: '/etc/orglens/plans.json',
    dashboards: {
      kind: 'metabase',
      siteUrl: 'https://metabase.example.test',
      secretKey: 'key',
      dashboards: { id: '7', name: 'Overview', metabaseId: 7, lockedParameters: {} },
      organisationParameter: 'tenant',
      organisationValue: 'id',
    },
  })
  const { clientSettings } = settings
  expect(clientSettings).toMatchObject({
    productName: 'Numbers',
    termsUrl: 'https://example.test/terms',
    privacyUrl: '/privacy',
    supportUrl: 'mailto:help@example.test',
    checkoutKey: 'rzp_test_key',
    checkoutScriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    subscriptionCurrency: 'INR',
    geolocationUrl: 'https://geo.example.test/',
  })
  const others = Object.keys(readSettings(null)).filter((name) => !(name in clientSettings))
  // The API is where the app is; the mailbox is there only where mails are captured; `extensions` says the others.
  expect(others).toEqual(['apiBaseUrl', 'mailboxUrl', 'isOurServer', 'hasTwoFactor'])
})

/** Complete enough that every setting counts, with nothing that production refuses. */
const complete = {
  ...production,
  ...smtp,
  ...razorpay,
  ...metabase,
  NODE_ENV: undefined,
  APP_URL: 'http://localhost:3000',
  SELLER: 'Acme|1 Main Street',
}
/** With what is complete, two of these are right for each setting. */
const values = [
  ...['2', '77', 'on', 'off', 'json', 'text', 'smtp', 'mailbox', 'sandbox', 'sample', 'optional'],
  ...['id', 'slug', '::1', 'Asia/Kolkata', 'delete', 'example.test'],
  ...['https://other.example.test', 'smtps://other.localhost', 'postgres://other/orglens'],
  ...['27AAACA0000A1ZY', '998314', 'X1', 'off'],
  ...['EUR', 'production', 'other@example.test', 'another secret that is long enough for this'],
]
/** What a setting needs besides, or instead. */
const besides: Record<string, Record<string, string | undefined>> = {
  PASSKEY_DOMAIN: { APP_URL: 'http://orglens.example.test' },
  DASHBOARDS_FILE: { METABASE_DASHBOARD_ID: undefined },
  // Without tax invoices, every time zone is right.
  ...Object.fromEntries(
    [...Object.keys(gst), 'INVOICE_EXPORT_NOTE', 'INVOICE_FOOTNOTE']
      .filter((name) => name !== 'TIME_ZONE')
      .map((name) => [name, gst]),
  ),
  DATABASE_DIRECT_URL: { DATABASE_URL: 'postgresql://pooler/orglens' },
}
const schemas = Object.entries(environmentSchema(false).entries)

test.each(schemas.map(([name]) => name))('%s makes a difference', (name) => {
  const others: Record<string, string | undefined> = { ...complete, ...besides[name] }
  const resultOf = (value: string | undefined) => {
    try {
      return JSON.stringify(readServerSettings({ ...others, [name]: value }))
    } catch {
      return null
    }
  }
  const results = new Set([undefined, others[name], ...values].map(resultOf))
  results.delete(null)
  expect(results.size).toBeGreaterThan(1)
})

const lenient = ['NODE_ENV', 'SELLER']
const texts: unknown[] = [text, paperText]
const strict = schemas.filter(
  ([name, { wrapped }]) => !texts.includes(wrapped) && !lenient.includes(name),
)

test.each(strict.map(([name]) => name))('nonsense as %s is refused by name', (name) => {
  for (const value of ['?!', 'x\u0000', '-7.5'])
    expect(refusalOf({ [name]: value })).toContain(name)
})

test('the app gets no secret', () => {
  const told = JSON.stringify(readServerSettings(production).clientSettings)
  expect(told).toContain('rzp_live_key')
  expect(told).not.toContain('secret')
})

test('only production asks a third party for the country, which can be switched off', () => {
  const { geolocationUrl } = readServerSettings(production).clientSettings
  expect(geolocationUrl).toBe('https://ipapi.co/json/')
  expect(readServerSettings({ GEOLOCATION_URL: 'off' }).clientSettings.geolocationUrl).toBe('')
})

test('the app learns of a mailbox only if mails are captured', () => {
  expect(readServerSettings(production).clientSettings).not.toHaveProperty('mailboxUrl')
})

test('an empty setting counts as not set', () => {
  const empty = { PORT: '', HOST: ' ', DATABASE_URL: '', DEMO_DATA: '', PRODUCT_NAME: '' }
  expect(readServerSettings(empty)).toEqual(readServerSettings({}))
})

test.each([
  ['PORT', ['65536', '-1', '80.5', '0x50', 'http', '1e3', '٣']],
  ['DATABASE_URL', ['mysql://localhost/orglens', 'localhost:5432', 'postgresql']],
  ['ACCESS_TOKEN_SECRET', ['short', 'x'.repeat(31)]],
  ['DEMO_DATA', ['yes', 'ON', 'true']],
  ['APP_URL', ['a.test', 'ftp://a.test', 'https://a.test/?from=mail', 'https://a.test/app#top']],
  ['APP_URL', ['https://a.test/?', 'https://a.test#']],
  ['NODE_ENV', ['prod', 'Production', 'PRODUCTION', 'production ', ' production', 'staging', ' ']],
  ['HOST', ['0.0.0.0', '::', '192.168.0.7', 'orglens.example.test', '127.0.0.1.example.test']],
  ['TRUSTED_PROXIES', ['-1', '11', 'one']],
  ['TIME_ZONE', ['+05:30', 'Asia/Nowhere', 'Kolkata', 'GMT+5']],
  ['SMTP_URL', ['mail.example.test:25', 'https://mail.example.test']],
  ['ALLOWED_ORIGINS', ['*', 'null', 'a.test', 'ftp://a.test', 'https://A.test']],
  ['ALLOWED_ORIGINS', ['https://a.test/', 'https://a.test/b', 'https://a.test:443']],
  ['MAIL_FROM', ['Orglens', 'a b@example.test', 'Orglens <mail@example.test>\r\nBcc: <x@y>']],
  ['RATE_LIMIT_NETWORK_FACTOR', ['0', '-1', '1001', '1.5', 'many']],
  ['METABASE_SITE_URL', ['metabase.example.test', 'ftp://metabase.example.test']],
  ['METABASE_DASHBOARD_ID', ['0', 'seven', '7.5']],
  ['RAZORPAY_API_URL', ['a.test', 'ftp://a.test', 'https://a.test/?x', 'https://a.test/#b']],
  ['ACCESS_TOKEN_SECRET_ALSO_ACCEPTED', ['short', 'x'.repeat(31)]],
  ['SELLER', ['|', ' | ', 'x'.repeat(101), 'x|'.repeat(11)]],
  ['TAX', ['on', 'GST', 'vat', 'irn']],
  ['SELLER_GSTIN', ['29AAACO0000O1ZM', '29aaaco0000o1zn', '00AAACO0000O1ZN', '29AAACO0000O1Z']],
  ['TAX_RATE', ['18%', '100', '1.234', '-5', 'x']],
  ['TAX_CODE', ['99831', '9983151', '123456']],
  ['INVOICE_PREFIX', ['ORGL', 'ol', 'O/', 'Ö']],
  ['INVOICE_FOOTNOTE', ['x'.repeat(301)]],
  ['SUBSCRIPTION_CURRENCY', ['usd', 'dollars', '$']],
  ['GEOLOCATION_URL', ['ipapi.co', 'OFF', '/json']],
  ['CHECKOUT_SCRIPT_URL', ['checkout.js', 'javascript:alert(1)', 'data:text/javascript,x']],
  ['TERMS_URL', ['javascript:alert(1)', '//example.test', 'terms', 'data:text/html,x']],
  ['PRIVACY_URL', ['javascript:alert(1)', '//example.test']],
  ['SUPPORT_URL', ['javascript:alert(1)', 'help@example.test']],
])('refuses a wrong %s by name', (name, values) => {
  for (const value of values) expect(refusalOf({ [name]: value }), value).toContain(name)
})

test('MAIL counts as MAIL_DELIVERY where it has one of its values; sshd sets it to a path', () => {
  expect(readServerSettings({ ...smtp, MAIL_DELIVERY: undefined, MAIL: 'smtp' }).mail.kind).toBe(
    'smtp',
  )
  expect(readServerSettings({ ...smtp, MAIL: 'mailbox' }).mail.kind).toBe('smtp')
  for (const MAIL of ['/var/mail/root', '']) {
    expect(readServerSettings({ MAIL })).toMatchObject({ mail: { kind: 'mailbox' }, misspelt: [] })
  }
})

test('reports all mistakes at once', () => {
  const refusal = refusalOf({ PORT: 'x', DEMO_DATA: 'x', TERMS_URL: 'x' })
  for (const name of ['PORT', 'DEMO_DATA', 'TERMS_URL']) expect(refusal).toContain(name)
})

test("a refusal doesn't repeat a secret", () => {
  const refusal = refusalOf({ ACCESS_TOKEN_SECRET: 'too-short-secret', DATABASE_URL: 'x:word@y' })
  expect(refusal).not.toContain('too-short-secret')
  expect(refusal).not.toContain('word@')
})

test('tax invoices have their settings, and a rate in hundredths of a per cent', () => {
  expect(readServerSettings(gst).tax).toEqual({
    legalName: 'Orglens Private Limited',
    gstin: '29AAACO0000O1ZN',
    rate: 1_800,
    code: '998315',
    prefix: 'OL',
    exportNote:
      'Supply meant for export under bond or letter of undertaking without payment of integrated tax',
    footnote: null,
  })
  expect(readServerSettings({ ...gst, TAX_RATE: '2.55' }).tax?.rate).toBe(255)
  expect(readServerSettings({ ...gst, TAX: 'off' }).tax).toBeNull()
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
  const several = { ...metabase, DASHBOARDS_FILE: '/etc/orglens/dashboards.json' }
  expect(refusalOf(several)).toContain(
    'METABASE_DASHBOARD_ID must not be set beside DASHBOARDS_FILE',
  )
  const { dashboards } = readServerSettings({ ...several, METABASE_DASHBOARD_ID: undefined })
  expect(dashboards).toMatchObject({ dashboards: '/etc/orglens/dashboards.json' })
})

test('explains the values of METABASE_ORGANISATION_VALUE if it is missing (D68)', () => {
  const refusal = refusalOf({ ...metabase, METABASE_ORGANISATION_VALUE: undefined })
  expect(refusal).toContain('nobody can choose')
  expect(refusal).toContain('whoever registers the name first')
})
