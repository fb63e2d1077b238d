import type { AuditAction, AuditDetails, AuditEntry } from '../../contract/audit-log'
import { decimalsOf } from '../../contract/money'
import { formatDay } from '../billing/days'
import { moneyText } from '../lib/format'
import { actionNames } from './audit-actions'

/** A part of a sentence: plain words, or its subject. */
export interface SentencePart {
  text: string
  isSubject: boolean
}

/** `[made] {Daniel} [an admin]`: braces in a template mark the subject. */
function parts(template: string, facts: Record<string, string>): SentencePart[] {
  return template
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((piece) => {
      const [, name] = /^\{(\w+)\}$/.exec(piece) ?? []
      return name ? { text: facts[name] ?? '', isSubject: true } : { text: piece, isSubject: false }
    })
}

/** How many addresses of a list a sentence names. */
export const mostNamed = 3

/** @returns an entry's sentence, to follow its author's name: 'made Daniel Osei an admin'. */
export function sentenceOf({ actor, action, subject, details }: AuditEntry): SentencePart[] {
  const { from, to, plan, count, browser, reason, due, report, kind = '', addresses = [] } = details
  const amount = amountOf(details)
  // Whoever bought the plan has paid; to take a payment is the provider's.
  const isBuyer = action === 'payment-taken' && actor.kind === 'user'
  const template = isBuyer ? paidTemplate : templates[action]
  return parts(typeof template === 'string' ? template : template(details, subject), {
    subject: subject ?? 'somebody',
    from: from ?? '?',
    to: to ?? '?',
    plan: plan ?? '?',
    count: String(count ?? '?'),
    browser: browser ?? '',
    reason: reason ?? '',
    due: due ? formatDay(due, true) : '',
    report: report ?? '?',
    amount: amount ?? '',
    kind: actionNames[kind] ?? '',
    ...Object.fromEntries(addresses.entries()),
    others: `${addresses.length - mostNamed} more`,
  })
}

/** @returns the same as one text. */
export function sentenceText(entry: AuditEntry): string {
  return sentenceOf(entry)
    .map(({ text }) => text)
    .join('')
}

type Template = string | ((details: AuditDetails, subject: string | null) => string)

const templates: Record<AuditAction, Template> = {
  'signed-up': 'founded the organisation',
  joined: 'joined the organisation',
  'signed-in': ({ browser }) => `signed in from a new browser${browser ? ', {browser}' : ''}`,
  left: 'left the organisation',
  'profile-changed': profileTemplate,
  'address-changed': 'changed the address from {from} to {to}',
  'address-put-back': 'put the address back from {from} to {to}',
  'password-changed': 'changed the password',
  'second-factor-set': 'set up a second factor',
  'second-factor-removed': 'switched the second factor off',
  'second-factor-reset': 'reset the second factor of {subject}',
  'passkey-added': 'added a passkey',
  'passkey-removed': 'removed a passkey',
  'passkey-refused': 'used a passkey that seems to be copied',
  'recovery-codes-renewed': 'made new recovery codes',
  'recovery-code-used': 'used a recovery code, {count} left',
  'codes-refused': 'entered more wrong codes than a day allows',
  invited: (details) => `invited ${listTemplate(details)}`,
  'invitation-sent-again': 'invited {subject} again',
  'invitation-revoked': 'revoked the invitation for {subject}',
  'invitation-expired': 'ended the invitation for {subject}',
  'made-admin': 'made {subject} an admin',
  'made-member': 'made {subject} a member',
  removed: 'removed {subject}',
  'data-exported': (_, subject) =>
    subject === null ? 'exported their own data' : 'exported the data of {subject}',
  erased: 'erased a former member',
  subscribed: 'subscribed to {plan}',
  'plan-changed': ({ from, to }) => `changed the plan${from && to ? ' from {from} to {to}' : ''}`,
  'renewal-stopped': ({ plan }) => `stopped the renewal${plan ? ' of {plan}' : ''}`,
  'renewal-kept': ({ plan }) => `kept the renewal${plan ? ' of {plan}' : ''}`,
  'plan-cancelled': 'cancelled {plan}',
  'plan-ended': 'ended {plan}',
  'payment-taken': (details) => `took a payment${ofAmount(details)}${forPlan(details)}`,
  'payment-failed': (details) =>
    `could not take a payment${ofAmount(details)}${forPlan(details)}${details.reason ? ': {reason}' : ''}`,
  'payments-paused': (details) => `paused the payments${forPlan(details)}`,
  'payments-resumed': (details) => `charges${forPlan(details)} again`,
  'payment-method-changed': methodTemplate,
  'payment-refunded': (details) => `refunded a payment${ofAmount(details)}${forPlan(details)}`,
  'sessions-ended': ({ count }) => `ended {count} ${count === 1 ? 'session' : 'sessions'}`,
  renamed: 'renamed the organisation from {from} to {to}',
  'slug-changed': 'changed the organisation’s address from {from} to {to}',
  'deletion-requested': 'asked to delete the organisation on {due}',
  'deletion-withdrawn': 'kept the organisation',
  'second-factor-required': 'changed who must use a second factor from {from} to {to}',
  'report-subscribed': 'asked for mails about {report}',
  'report-removed': (_, subject) =>
    subject === null ? 'stopped mails about {report}' : 'stopped mails to {subject} about {report}',
  'report-paused': 'paused mails to {subject} about {report}',
  more: ({ kind }) =>
    `did {count} more things that day${kind && actionNames[kind] ? ': {kind}' : ''}`,
}

const ofAmount = ({ amount }: AuditDetails) => (amount === undefined ? '' : ' of {amount}')
const forPlan = ({ plan }: AuditDetails) => (plan ? ' for {plan}' : '')

/** The first addresses, and how many more there are. */
function listTemplate({ addresses = [] }: AuditDetails): string {
  const named = addresses.slice(0, mostNamed).map((_, index) => `{${index}}`)
  if (named.length === 0) return '{subject}'
  const last = addresses.length > mostNamed ? '{others}' : named.pop()
  return `${named.join(', ')} and ${last}`
}

function paidTemplate(details: AuditDetails): string {
  return `paid${details.amount === undefined ? '' : ' {amount}'}${forPlan(details)}`
}

function methodTemplate(details: AuditDetails): string {
  const { from, to } = details
  const method = `the payment method${forPlan(details)}`
  if (to && !from) return `set ${method} to {to}`
  return `changed ${method}${from && to ? ' from {from} to {to}' : ''}`
}

function profileTemplate({ fields = [], from, to }: AuditDetails): string {
  const name = from && to ? 'the name from {from} to {to}' : 'the name'
  const names = {
    name,
    'contact-number': 'the contact number',
    'renewal-reminders': 'the reminders of renewals',
  }
  const changed = fields.map((field) => names[field])
  return changed.length > 0 ? `changed ${changed.join(' and ')}` : 'changed the profile'
}

/** @returns an amount as text: '$99'. The wire has the currency's smallest unit. */
function amountOf({ amount, currency = '' }: AuditDetails): string | undefined {
  if (amount === undefined) return undefined
  const inUnits = amount / 10 ** decimalsOf(currency)
  return moneyText(inUnits, currency, Number.isInteger(inUnits) ? 0 : undefined)
}
