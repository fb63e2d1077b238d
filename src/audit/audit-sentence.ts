import type { AuditAction, AuditDetails, AuditEntry } from '../../contract/audit-log'
import { formatDay } from '../billing/days'
import { moneyText } from '../lib/format'

interface SentencePart {
  text: string
  isSubject: boolean
}

/**
 * Fills a template. Braces mark a fact: 'subscribed to {plan}'. A part in brackets is left out if a fact in it is
 * unknown: 'stopped the renewal[ of {plan}]'.
 */
function parts(template: string, facts: Record<string, string | undefined>): SentencePart[] {
  const isKnown = (part: string) =>
    Array.from(part.matchAll(/\{(\w+)\}/g), ([, name = '']) => facts[name]).every(Boolean)
  return (
    template
      .replace(/\[(.+?)\]/g, (_, part: string) => (isKnown(part) ? part : ''))
      // Every second piece is the name of a fact.
      .split(/\{(\w+)\}/)
      .map((piece, index) =>
        index % 2 === 1
          ? { text: facts[piece] ?? '?', isSubject: true }
          : { text: piece, isSubject: false },
      )
      .filter(({ text }) => text !== '')
  )
}

/** The maximum number of addresses that a sentence names. */
export const mostNamed = 3

/** @returns the sentence about an entry, to follow its author's name: 'made Daniel Osei an admin'. */
export function sentenceOf({ actor, action, subject, details }: AuditEntry): SentencePart[] {
  const { from, to, plan, count, browser, reason, due, report, company, addresses = [] } = details
  // The user who bought the plan has paid. 'Taking' a payment is the provider's action.
  const isBuyer = action === 'payment-taken' && actor.kind === 'user'
  const template = isBuyer ? 'paid[ {amount}][ for {plan}]' : templates[action]
  return parts(typeof template === 'string' ? template : template(details, subject), {
    subject: subject ?? 'someone',
    from,
    to,
    plan,
    count: count?.toString(),
    browser,
    reason,
    due: due ? formatDay(due, true) : '',
    amount: amountOf(details),
    report,
    company,
    ...Object.fromEntries(addresses.entries()),
    others: `${addresses.length - mostNamed} more`,
  })
}

export function sentenceText(entry: AuditEntry): string {
  return sentenceOf(entry)
    .map(({ text }) => text)
    .join('')
}

type Template = string | ((details: AuditDetails, subject: string | null) => string)

const templates: Record<AuditAction, Template> = {
  'signed-up': 'founded the organisation',
  joined: 'joined the organisation',
  'signed-in': 'signed in from a new browser[, {browser}]',
  left: 'left the organisation',
  'profile-changed': profileTemplate,
  'address-changed': 'changed their email address from {from} to {to}',
  'address-put-back': 'restored their email address from {from} to {to}',
  'password-changed': 'changed their password',
  'second-factor-set': 'set up two-factor authentication',
  'second-factor-removed': 'switched off two-factor authentication',
  'second-factor-reset': 'reset {subject}’s two-factor authentication',
  'passkey-added': 'added a passkey',
  'passkey-removed': 'removed a passkey',
  'passkey-refused': 'used a passkey that seems to have been copied',
  'recovery-codes-renewed': 'made new recovery codes',
  'recovery-code-used': 'used a recovery code, {count} left',
  'codes-refused': 'entered more wrong codes than a day allows',
  invited: invitedTemplate,
  'invitation-sent-again': 'invited {subject} again',
  'invitation-revoked': 'revoked the invitation for {subject}',
  'invitation-expired': 'ended the invitation for {subject}',
  'made-admin': 'made {subject} an admin',
  'made-member': 'made {subject} a member',
  removed: 'removed {subject}',
  'data-exported': (_, subject) =>
    subject === null ? 'exported their own data' : 'exported {subject}’s data',
  erased: 'erased a former member',
  subscribed: 'subscribed to {plan}',
  'plan-changed': 'changed the plan[ from {from} to {to}]',
  'renewal-stopped': 'stopped the renewal[ of {plan}]',
  'renewal-kept': 'kept the renewal[ of {plan}]',
  'plan-cancelled': 'cancelled {plan}',
  'plan-ended': 'ended {plan}',
  'payment-taken': 'took a payment[ of {amount}][ for {plan}]',
  'payment-failed': 'could not take a payment[ of {amount}][ for {plan}][: {reason}]',
  'payments-paused': 'paused the payments[ for {plan}]',
  'payments-resumed': 'charges[ for {plan}] again',
  'payment-method-changed': ({ from, to }) =>
    to && !from
      ? 'set the payment method[ for {plan}] to {to}'
      : 'changed the payment method[ for {plan}][ from {from} to {to}]',
  'payment-refunded': 'refunded a payment[ of {amount}][ for {plan}]',
  'sessions-ended': ({ count }) => `ended {count} ${count === 1 ? 'session' : 'sessions'}`,
  renamed: 'renamed the organisation from {from} to {to}',
  'slug-changed': 'changed the organisation’s address from {from} to {to}',
  'deletion-requested': 'asked to have the organisation deleted on {due}',
  'deletion-withdrawn': 'cancelled the organisation’s deletion',
  'second-factor-required': 'changed who must use two-factor authentication from {from} to {to}',
  'report-subscribed': 'asked for emails about {report}',
  'report-removed': (_, subject) =>
    subject === null
      ? 'stopped emails about {report}'
      : 'stopped emails to {subject} about {report}',
  'report-paused': 'paused emails to {subject} about {report}',
  'buyer-changed': 'changed whom payments are billed to[: {company}]',
  'copy-added': 'added {subject} for copies of receipts',
  'copy-removed': 'stopped copies of receipts to {subject}',
  'invoice-corrected': 'replaced tax invoice {from} with {to}',
}

function invitedTemplate({ addresses = [] }: AuditDetails): string {
  const named = addresses.slice(0, mostNamed).map((_, index) => `{${index}}`)
  if (named.length === 0) return 'invited {subject}'
  const last = addresses.length > mostNamed ? '{others}' : named.pop()
  return `invited ${named.join(', ')} and ${last}`
}

const fieldNames = {
  name: 'the name[ from {from} to {to}]',
  'contact-number': 'the contact number',
  'renewal-reminders': 'the reminders of renewals',
}

function profileTemplate({ fields = [] }: AuditDetails): string {
  const changed = fields.map((field) => fieldNames[field])
  return changed.length > 0 ? `changed ${changed.join(' and ')}` : 'changed the profile'
}

function amountOf({ amount, currency = '' }: AuditDetails): string | undefined {
  if (amount === undefined) return undefined
  return moneyText(amount, currency, { isShort: true })
}
