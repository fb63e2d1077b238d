import { SettingsError } from '../../server/node/settings/formats'
import { readServerSettings } from '../../server/node/settings/settings'

export const smtp = {
  MAIL_DELIVERY: 'smtp',
  SMTP_URL: 'smtps://user:word@localhost:465',
  MAIL_FROM: 'Orglens <mail@example.test>',
}
export const razorpay = {
  PAYMENTS: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_test_key',
  RAZORPAY_KEY_SECRET: 'key secret',
  RAZORPAY_WEBHOOK_SECRET: 'webhook secret',
  PLANS_FILE: '/etc/orglens/plans.json',
}
export const production = {
  NODE_ENV: 'production',
  DATA_DIR: '/var/lib/orglens',
  ACCESS_TOKEN_SECRET: 'a secret of the deployment, not of ours',
  APP_URL: 'https://orglens.example.test/',
  ...smtp,
  SMTP_URL: 'smtps://user:word@mail.example.test:465',
  ...razorpay,
  RAZORPAY_KEY_ID: 'rzp_live_key',
}
export const metabase = {
  DASHBOARDS: 'metabase',
  METABASE_SITE_URL: 'https://metabase.example.test/',
  METABASE_SECRET_KEY: 'key',
  METABASE_DASHBOARD_ID: '7',
  METABASE_ORGANISATION_VALUE: 'id',
}

export const gst = {
  TAX: 'gst',
  SELLER_LEGAL_NAME: 'Orglens Private Limited',
  SELLER_GSTIN: '29AAACO0000O1ZN',
  TAX_RATE: '18',
  TAX_CODE: '998315',
  INVOICE_PREFIX: 'OL',
  TIME_ZONE: 'Asia/Kolkata',
}

/** @returns what an error of a kind says. Fails if there is none. */
export function refusalBy(kind: new (message: string) => Error, read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof kind) return error.message
    throw error
  }
  throw new Error('Nothing was refused.')
}

/** @returns the text that refuses settings. Fails if they are accepted. */
export const refusalOf = (environment: Record<string, string | undefined>) =>
  refusalBy(SettingsError, () => readServerSettings(environment))
