import { expect, test } from 'vitest'
import { readServerSettings } from '../../server/node/settings/settings'
import { sandboxWebhookSecret } from '../../server/payments/sandbox/sandbox'
import { production, refusalOf } from '../support/settings-examples'

test.each([
  ['APP_URL begins with https://', { APP_URL: 'https://app.example.test' }],
  ['RAZORPAY_KEY_ID is a live key', { RAZORPAY_KEY_ID: 'rzp_live_key' }],
  ['SMTP_URL leads to another machine', { SMTP_URL: 'smtp://mail.example.test:587' }],
])('development is refused where %s', (sign, settings) => {
  expect(refusalOf(settings)).toBe(
    `The settings are invalid:
  NODE_ENV must be production, because ${sign}, and development lets everybody in. If that is meant, set EXPOSE_DEVELOPMENT=on`,
  )
  const exposed = readServerSettings({ ...settings, EXPOSE_DEVELOPMENT: 'on' })
  expect(exposed).toMatchObject({ production: false, exposed: true })
  readServerSettings({ APP_URL: 'https://app.localhost' })
})

test.each(['"', "'"])('a value of any setting in %s is refused', (quote) => {
  const inQuotes = (text: string) => `${quote}${text}${quote}`
  const settings = { ACCESS_TOKEN_SECRET: inQuotes('x'.repeat(40)), PORT: inQuotes('3000') }
  expect(refusalOf({ ...settings, PRODUCT_NAME: "Ann's", PATH: inQuotes('/bin') })).toBe(
    `The settings are invalid:
  PORT must not be in quotes: whatever starts the server keeps them
  ACCESS_TOKEN_SECRET must not be in quotes: whatever starts the server keeps them`,
  )
})

test('a special character in the password of an address is named as the cause', () => {
  // Digits before it would be a port.
  const DATABASE_URL = 'postgresql://orglens:9/vQ@db.example.test/orglens'
  expect(refusalOf({ DATABASE_URL })).toContain(
    'DATABASE_URL is no valid address. In its user and password write % as %25, / as %2F, # as',
  )
})

test('a direct address alone is refused, and a port that Kubernetes has set for a service', () => {
  expect(refusalOf({ METRICS_PORT: 'tcp://10.0.0.7:9464' })).toContain('Kubernetes sets it')
  const DATABASE_DIRECT_URL = 'postgresql://direct/orglens'
  expect(refusalOf({ DATABASE_DIRECT_URL })).toContain('DATABASE_DIRECT_URL goes with DATABASE_URL')
})

test('a misspelt setting is reported with its likely one; the variables of others are not', () => {
  for (const name of ['TRUSTED_PROXY', 'trusted_proxies']) {
    expect(readServerSettings({ [name]: 'x' }).misspelt).toEqual([`${name} (TRUSTED_PROXIES?)`])
    expect(refusalOf({ [name]: 'x', PORT: 'y' })).toContain(`${name} (TRUSTED_PROXIES?)`)
  }
  expect(readServerSettings({ METRICS_HOSTS: 'x' }).misspelt).toEqual([
    'METRICS_HOSTS (METRICS_HOST?)',
  ])
  const usual = ['HOSTNAME', 'MAIL', 'NODE_VERSION', 'PGHOST', 'PGPORT', 'POSTGRES_PASSWORD']
  const environment = Object.fromEntries(usual.map((name) => [name, 'x']))
  expect(readServerSettings(environment).misspelt).toEqual([])
})

const weakTokenSecrets = [
  readServerSettings({}).accessTokenSecret,
  sandboxWebhookSecret,
  'x'.repeat(40),
  'abcdefg'.repeat(6),
]
const weakWebhookSecrets = [sandboxWebhookSecret, 'secret', '12345671234567']

test('in production app and provider may use https anywhere, and http on loopback', () => {
  for (const url of ['https://a.test', 'http://localhost:3000', 'http://[::1]']) {
    const given = { ...production, APP_URL: url, RAZORPAY_API_URL: url }
    expect(readServerSettings(given)).toMatchObject({ appUrl: url, payments: { apiUrl: url } })
  }
})

test('in production passkeys work where the app is, or above it', () => {
  readServerSettings({ ...production, PASSKEY_DOMAIN: 'example.test' })
  for (const PASSKEY_DOMAIN of ['other.test', 'app.orglens.example.test', 'ample.test']) {
    expect(refusalOf({ ...production, PASSKEY_DOMAIN })).toContain(
      'PASSKEY_DOMAIN must be the host of APP_URL, or a domain that it belongs to,',
    )
  }
})

test('in production the second factor is off until it has a key', () => {
  expect(readServerSettings({}).clientSettings.extensions).toContain('two-factor')
  const { twoFactor, clientSettings } = readServerSettings(production)
  expect(twoFactor.mode).toBe('off')
  expect(clientSettings.extensions).not.toContain('two-factor')
  for (const TWO_FACTOR of ['on', 'admins']) {
    expect(refusalOf({ ...production, TWO_FACTOR })).toContain(
      `TWO_FACTOR_KEY must be set, because TWO_FACTOR is ${TWO_FACTOR}, in production`,
    )
    const TWO_FACTOR_KEY = 'a key of the deployment, not one of ours'
    const on = readServerSettings({ ...production, TWO_FACTOR, TWO_FACTOR_KEY })
    expect(on.twoFactor).toMatchObject({ mode: TWO_FACTOR, key: TWO_FACTOR_KEY })
    expect(on.clientSettings.extensions).toContain('two-factor')
  }
})

test.each([
  ['ACCESS_TOKEN_SECRET', [undefined, '', ...weakTokenSecrets]],
  ['ACCESS_TOKEN_SECRET_ALSO_ACCEPTED', weakTokenSecrets],
  ['TWO_FACTOR_KEY', weakTokenSecrets],
  ['TWO_FACTOR_KEY_ALSO_ACCEPTED', [readServerSettings({}).twoFactor.key]],
  ['RAZORPAY_WEBHOOK_SECRET', weakWebhookSecrets],
  ['RAZORPAY_WEBHOOK_SECRET_ALSO_ACCEPTED', weakWebhookSecrets],
  ['RAZORPAY_API_URL', ['http://api.example.test', 'http://127.0.0.1.example.test']],
  ['DATA_DIR', [undefined]],
  ['MAIL_DELIVERY', [undefined, 'mailbox']],
  ['PAYMENTS', [undefined, 'sandbox']],
  ['DEMO_DATA', ['on']],
  ['RATE_LIMITS', ['off']],
  ['APP_URL', [undefined, 'http://orglens.example.test', 'http://127.0.0.1.example.test']],
])('in production the server refuses %s', (name, values) => {
  for (const value of values) {
    expect(refusalOf({ ...production, [name]: value }), value).toContain(`${name} must`)
  }
})
