import slugify from '@sindresorhus/slugify'
import { withoutGlued } from '../../contract/glued-link'

/** First path segments that only the server uses. */
const serverSegments = [
  'api',
  'assets',
  'dev',
  'healthz',
  'mailbox',
  'metrics',
  'readyz',
  'sample-analytics',
  'sandbox',
]

/** First path segments of the app and the server. They can't be slugs, because `/{slug}` is an address (D31). */
export const firstSegments: ReadonlySet<string> = new Set([
  ...serverSegments,
  'dashboard',
  'forgot-password',
  'invite',
  'organisation',
  'organization',
  'orginisation',
  'register',
  'confirm-address',
  'stop-report',
  'confirm-copy',
  'reset-password',
  'signin',
])

/** Names that people look for, or take for the site's own. The lists on npm are far longer, and hardly used. */
const expected = `
about abuse access account accounts admin administrator admins app apps auth authentication autoconfig autodiscover
billing blog cdn checkout contact customer-service dashboards developer developers docs documentation download downloads
email faq feedback finance forum ftp guest help helpdesk home hostmaster imap index info invitation invoice invoices
invoicing legal log-in log-out login logon logout mail mailer-daemon me moderator my no-reply noreply official operator
orglens owner passkey passkeys password passwords pay payment payments plan plans pop postmaster pricing privacy profile
receipt receipts refund refunds report reports root sales secure security service session sessions settings setup sign-in
sign-out sign-up signout signup smtp sso staff static status subscribe subscription subscriptions support sysadmin system
team teams terms test trust unsubscribe upgrade user users verification verify web webmail webmaster well-known www
`.match(/\S+/g)

/** Every slug that no organisation can take, except for the product's name. */
export const reservedSlugs: ReadonlySet<string> = new Set([...firstSegments, ...(expected ?? [])])

/** Whether no organisation can take a slug. One that took it earlier keeps it. */
export function isReserved(slug: string, productName: string): boolean {
  const ownNames = [productName, productName.replaceAll('&', ' ')]
  const withoutHyphens = slug.replaceAll('-', '')
  return reservedSlugs.has(slug) || ownNames.some((name) => slugWord(name) === withoutHyphens)
}

const slugWord = (name: string) => slugify(name, { decamelize: false, separator: '' })

/** Whether an address can be neither a route of the app nor an organisation's (D4). */
export function isImpossibleAddress(path: string): boolean {
  const segments = withoutGlued(path).split('/')
  return serverSegments.includes(segments[1] ?? '') || segments.some((name) => name.includes('.'))
}
