import { sandboxWebhookSecret } from '../../payments/sandbox/sandbox'
import { developmentSecret, developmentTwoFactorKey } from './choices'
import type { Environment } from './environment'

/** The minimum number of different characters in a secret: fewer make a word or a single key. */
const fewestCharacters = 8

/**
 * Checks settings that are valid separately but unsafe together (D35).
 * @returns the problems; each names a setting and its requirement.
 */
export function problemsOf(values: Environment, production: boolean): string[] {
  const { APP_URL, RAZORPAY_API_URL, METABASE_SITE_URL, HOST, EXPOSE_DEVELOPMENT } = values
  const problems: string[] = []
  for (const [name, url] of Object.entries({ APP_URL, RAZORPAY_API_URL, METABASE_SITE_URL })) {
    if (url && /[?#]/.test(url)) problems.push(`${name} must have no query and no fragment`)
  }
  if (APP_URL && new URL(APP_URL).pathname !== '/') {
    problems.push('APP_URL must have no path: the app works at the root of a host only')
  }
  if (!production && EXPOSE_DEVELOPMENT === 'off' && !isThisMachine(HOST)) {
    problems.push(
      'HOST must be a loopback address such as 127.0.0.1 without NODE_ENV=production, because development lets everybody in. EXPOSE_DEVELOPMENT=on allows any',
    )
  }
  const signs = signsOfProduction(values)
  if (!production && EXPOSE_DEVELOPMENT === 'off' && signs.length > 0) {
    problems.push(
      `NODE_ENV must be production, because ${signs.join(', ')}, and development lets everybody in. If that is meant, set EXPOSE_DEVELOPMENT=on`,
    )
  }
  const { PASSKEY_DOMAIN } = values
  const host = APP_URL && new URL(APP_URL).hostname
  if (PASSKEY_DOMAIN && host && !`.${host}`.endsWith(`.${PASSKEY_DOMAIN}`)) {
    problems.push('PASSKEY_DOMAIN must be the host of APP_URL, or a domain that it belongs to,')
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    problems.push('DATABASE_DIRECT_URL goes with DATABASE_URL, which must be set')
  }
  return production ? [...problems, ...problemsInProduction(values)] : problems
}

/** @returns signs, in words, that the settings are for a public server. */
function signsOfProduction({ APP_URL, RAZORPAY_KEY_ID, SMTP_URL }: Environment): string[] {
  const isElsewhere = (url: string) => !isThisMachine(new URL(url).hostname)
  return [
    ...(APP_URL && new URL(APP_URL).protocol === 'https:' && isElsewhere(APP_URL)
      ? ['APP_URL begins with https://']
      : []),
    ...(RAZORPAY_KEY_ID?.startsWith('rzp_live_') ? ['RAZORPAY_KEY_ID is a live key'] : []),
    ...(SMTP_URL && isElsewhere(SMTP_URL) ? ['SMTP_URL leads to another machine'] : []),
  ]
}

/** Development features must not reach the public. */
function problemsInProduction(values: Environment): string[] {
  const { ACCESS_TOKEN_SECRET, RAZORPAY_WEBHOOK_SECRET, APP_URL, RAZORPAY_API_URL } = values
  const { ACCESS_TOKEN_SECRET_ALSO_ACCEPTED, RAZORPAY_WEBHOOK_SECRET_ALSO_ACCEPTED } = values
  const problems: string[] = []
  const { TWO_FACTOR, TWO_FACTOR_KEY, TWO_FACTOR_KEY_ALSO_ACCEPTED } = values
  if (!ACCESS_TOKEN_SECRET) problems.push('ACCESS_TOKEN_SECRET must be set')
  if (TWO_FACTOR !== 'off' && !TWO_FACTOR_KEY) {
    problems.push(`TWO_FACTOR_KEY must be set, because TWO_FACTOR is ${TWO_FACTOR},`)
  }
  for (const [name, secret] of Object.entries({
    ACCESS_TOKEN_SECRET,
    ACCESS_TOKEN_SECRET_ALSO_ACCEPTED,
    RAZORPAY_WEBHOOK_SECRET,
    RAZORPAY_WEBHOOK_SECRET_ALSO_ACCEPTED,
    TWO_FACTOR_KEY,
    TWO_FACTOR_KEY_ALSO_ACCEPTED,
  })) {
    if (!secret) continue
    if ([developmentSecret, sandboxWebhookSecret, developmentTwoFactorKey].includes(secret)) {
      problems.push(`${name} must be a secret of your own, not one that everybody knows,`)
    } else if (new Set(secret).size < fewestCharacters) {
      problems.push(`${name} must have at least ${fewestCharacters} different characters`)
    }
  }
  if (!APP_URL) problems.push('APP_URL must be set to the address of the app')
  for (const [name, url] of Object.entries({ APP_URL, RAZORPAY_API_URL })) {
    if (url && new URL(url).protocol === 'http:' && !isThisMachine(new URL(url).hostname)) {
      problems.push(`${name} must begin with https://, except on loopback,`)
    }
  }
  if (!values.DATABASE_URL && !values.DATA_DIR) {
    problems.push('DATABASE_URL or DATA_DIR must say where the data lives')
  }
  if (values.MAIL_DELIVERY === 'mailbox') problems.push('MAIL_DELIVERY must be smtp')
  if (values.PAYMENTS === 'sandbox') problems.push('PAYMENTS must be razorpay')
  if (values.RATE_LIMITS === 'off') problems.push('RATE_LIMITS must not be off')
  if (values.DEMO_DATA === 'on') problems.push('DEMO_DATA must not be on')
  return problems.map((problem) => `${problem} in production`)
}

/** @param host a name or address, as in `HOST` or in a URL. */
function isThisMachine(host: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
