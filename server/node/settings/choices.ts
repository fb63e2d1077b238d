import { countryPath } from '../../api/country'
import type { TaxSettings } from '../../api/services'
import { exportWithoutTax } from '../../billing/invoices/tax'
import type { MetabaseDashboard } from '../../dashboards/providers/dashboards-file'
import type { MetabaseOptions } from '../../dashboards/providers/metabase'
import type { SmtpOptions } from '../../mail/smtp'
import type { RazorpayOptions } from '../../payments/razorpay'
import { sandboxKey, sandboxScriptPath } from '../../payments/sandbox/sandbox'
import type { Environment } from './environment'
import { refuse } from './formats'

/** Signs tokens where only the developer can reach the server; production refuses it (D35). */
export const developmentSecret = 'development-only-secret-that-production-refuses'

export const developmentTwoFactorKey =
  'development-only-key-of-second-factors-that-production-refuses'

// Each external service is one of several kinds, with its own settings. Incomplete settings are
// refused by name (D34).

export type MailSettings = { kind: 'mailbox' } | ({ kind: 'smtp' } & SmtpOptions)

export type PaymentSettings = { kind: 'sandbox' } | ({ kind: 'razorpay' } & RazorpayOptions)

export type DashboardSettings =
  | { kind: 'sample' }
  | ({
      kind: 'metabase'
      /** The one dashboard, or the path of the file that lists them. */
      dashboards: MetabaseDashboard | string
    } & MetabaseOptions)

export function mailOf(values: Environment): MailSettings {
  if (values.MAIL_DELIVERY === 'mailbox') return { kind: 'mailbox' }
  const { SMTP_URL, MAIL_FROM } = values
  if (!SMTP_URL || !MAIL_FROM) refuseIncomplete({ SMTP_URL, MAIL_FROM }, 'MAIL_DELIVERY is smtp')
  return {
    kind: 'smtp',
    url: SMTP_URL,
    from: MAIL_FROM,
    requireTls: values.SMTP_TLS === 'required',
    name: values.SMTP_NAME ?? greetingOf(values.APP_URL),
  }
}

/** Returns the host of the app's address as a greeting has it: IP addresses in brackets (RFC 5321, section 4.1.3). */
function greetingOf(appUrl: string | undefined): string | undefined {
  const host = appUrl && new URL(appUrl).hostname
  return host?.replace(/^[\d.]+$/, '[$&]').replace(/^\[(?=.*:)/, '[IPv6:')
}

export function paymentsOf(values: Environment): PaymentSettings {
  if (values.PAYMENTS === 'sandbox') return { kind: 'sandbox' }
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, PLANS_FILE } = values
  if (!RAZORPAY_KEY_ID || !RAZORPAY_KEY_SECRET || !RAZORPAY_WEBHOOK_SECRET || !PLANS_FILE) {
    // The provider doesn't know the bundled plans.
    refuseIncomplete(
      { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, PLANS_FILE },
      'PAYMENTS is razorpay',
    )
  }
  return {
    kind: 'razorpay',
    keyId: RAZORPAY_KEY_ID,
    keySecret: RAZORPAY_KEY_SECRET,
    webhookSecrets: [
      RAZORPAY_WEBHOOK_SECRET,
      ...(values.RAZORPAY_WEBHOOK_SECRET_ALSO_ACCEPTED
        ? [values.RAZORPAY_WEBHOOK_SECRET_ALSO_ACCEPTED]
        : []),
    ],
    apiUrl: values.RAZORPAY_API_URL,
  }
}

/** The time zone of India, whose days tax invoices have (D143). */
const zoneOfIndia = 'Asia/Kolkata'

/** @param seller the lines of `SELLER`. @returns null: payments get receipts. */
export function taxOf(values: Environment, seller: string | null): TaxSettings | null {
  if (values.TAX === 'off') return null
  const { SELLER_LEGAL_NAME, SELLER_GSTIN, TAX_RATE, TAX_CODE, INVOICE_PREFIX } = values
  const SELLER = seller?.includes('\n') ? seller : undefined
  const TIME_ZONE = values.TIME_ZONE === zoneOfIndia ? zoneOfIndia : undefined
  const isComplete = SELLER_LEGAL_NAME && SELLER_GSTIN && TAX_CODE && INVOICE_PREFIX && SELLER
  if (!isComplete || TAX_RATE === undefined || !TIME_ZONE) {
    refuseIncomplete(
      { SELLER_LEGAL_NAME, SELLER_GSTIN, TAX_RATE, TAX_CODE, INVOICE_PREFIX, SELLER, TIME_ZONE },
      'TAX is gst',
      { SELLER: 'to a name and an address', TIME_ZONE: `to ${zoneOfIndia}` },
    )
  }
  return {
    legalName: SELLER_LEGAL_NAME,
    gstin: SELLER_GSTIN,
    rate: TAX_RATE,
    code: TAX_CODE,
    prefix: INVOICE_PREFIX,
    exportNote: values.INVOICE_EXPORT_NOTE ?? exportWithoutTax,
    footnote: values.INVOICE_FOOTNOTE ?? null,
  }
}

/** The app's checkout script, and the key for it. */
export function checkoutOf(
  { CHECKOUT_SCRIPT_URL }: Environment,
  payments: PaymentSettings,
): Record<string, string> {
  const [key, scriptUrl] =
    payments.kind === 'sandbox'
      ? [sandboxKey, sandboxScriptPath]
      : [payments.keyId, 'https://checkout.razorpay.com/v1/checkout.js']
  return { checkoutKey: key, checkoutScriptUrl: CHECKOUT_SCRIPT_URL ?? scriptUrl }
}

/** Development must not ask third parties about visitors (D16). */
export function geolocationOf(url: string | undefined, production: boolean): string {
  if (url === 'off') return ''
  return url ?? (production ? 'https://ipapi.co/json/' : countryPath)
}

/** The possible values of the locked parameter (D68). */
const organisationValues =
  "id is the organisation's id, which nobody can choose; slug is made of its name, which whoever registers the name first can choose"

export function dashboardsOf(values: Environment): DashboardSettings {
  if (values.DASHBOARDS === 'sample') return { kind: 'sample' }
  const { METABASE_SITE_URL, METABASE_SECRET_KEY, METABASE_DASHBOARD_ID } = values
  const { METABASE_ORGANISATION_VALUE, DASHBOARDS_FILE } = values
  if (METABASE_DASHBOARD_ID && DASHBOARDS_FILE) {
    refuse(['METABASE_DASHBOARD_ID must not be set beside DASHBOARDS_FILE, which names them all'])
  }
  const one = METABASE_DASHBOARD_ID && {
    id: String(METABASE_DASHBOARD_ID),
    name: 'Overview',
    metabaseId: METABASE_DASHBOARD_ID,
    lockedParameters: {},
  }
  const dashboards = DASHBOARDS_FILE ?? one
  if (!METABASE_SITE_URL || !METABASE_SECRET_KEY || !dashboards || !METABASE_ORGANISATION_VALUE) {
    refuseIncomplete(
      {
        METABASE_SITE_URL,
        METABASE_SECRET_KEY,
        METABASE_DASHBOARD_ID: dashboards,
        METABASE_ORGANISATION_VALUE,
      },
      'DASHBOARDS is metabase',
      {
        METABASE_DASHBOARD_ID: 'or DASHBOARDS_FILE, for several',
        METABASE_ORGANISATION_VALUE: organisationValues,
      },
    )
  }
  return {
    kind: 'metabase',
    siteUrl: METABASE_SITE_URL.replace(/\/+$/, ''),
    secretKey: METABASE_SECRET_KEY,
    dashboards,
    organisationParameter: values.METABASE_ORGANISATION_PARAMETER,
    organisationValue: METABASE_ORGANISATION_VALUE,
  }
}

/** @param meanings explanations of settings that aren't obvious. */
function refuseIncomplete(
  needed: Record<string, unknown>,
  because: string,
  meanings: Record<string, string> = {},
): never {
  const missing = Object.keys(needed).filter((name) => needed[name] === undefined)
  refuse(
    missing.map((name) => {
      const meaning = meanings[name] === undefined ? '' : `: ${meanings[name]}`
      return `${name} must be set, because ${because}${meaning}`
    }),
  )
}

/** @returns the settings with a value. */
export function definedOnly(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
