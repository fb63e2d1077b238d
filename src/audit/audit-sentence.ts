import type { AuditAction, AuditDetails, AuditEntry } from '../../contract/audit-log'
import { decimalsOf, moneyText } from '../lib/format'
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
  const { from, to, plan, count, browser, reason, kind = '', addresses = [] } = details
  const amount = amountOf(details)
  // Whoever bought the plan has paid; to take a payment is the provider's.
  const isBuyer = action === 'payment-taken' && actor.kind === 'user'
  return parts(isBuyer ? paidTemplate(details) : templateOf(action, details, subject), {
    subject: subject ?? 'somebody',
    from: from ?? '?',
    to: to ?? '?',
    plan: plan ?? '?',
    count: String(count ?? '?'),
    browser: browser ?? '',
    reason: reason ?? '',
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

function templateOf(action: AuditAction, details: AuditDetails, subject: string | null): string {
  const { from, to, plan, browser, reason, amount, kind } = details
  const ofAmount = amount === undefined ? '' : ' of {amount}'
  const forPlan = plan ? ' for {plan}' : ''
  switch (action) {
    case 'signed-up':
      return 'founded the organisation'
    case 'joined':
      return 'joined the organisation'
    case 'signed-in':
      return browser ? 'signed in from a new browser, {browser}' : 'signed in from a new browser'
    case 'left':
      return 'left the organisation'
    case 'profile-changed':
      return profileTemplate(details)
    case 'address-changed':
      return 'changed the address from {from} to {to}'
    case 'address-put-back':
      return 'put the address back from {from} to {to}'
    case 'password-changed':
      return 'changed the password'
    case 'second-factor-set':
      return 'set up a second factor'
    case 'second-factor-removed':
      return 'switched the second factor off'
    case 'second-factor-reset':
      return 'reset the second factor of {subject}'
    case 'recovery-codes-renewed':
      return 'made new recovery codes'
    case 'recovery-code-used':
      return 'used a recovery code, {count} left'
    case 'codes-refused':
      return 'entered more wrong codes than a day allows'
    case 'invited':
      return `invited ${listTemplate(details)}`
    case 'invitation-sent-again':
      return 'invited {subject} again'
    case 'invitation-revoked':
      return 'revoked the invitation of {subject}'
    case 'invitation-expired':
      return 'ended the invitation of {subject}'
    case 'made-admin':
      return 'made {subject} an admin'
    case 'made-member':
      return 'made {subject} a member'
    case 'removed':
      return 'removed {subject}'
    case 'data-exported':
      return subject === null ? 'exported their own data' : 'exported the data of {subject}'
    case 'erased':
      return 'erased a former member'
    case 'subscribed':
      return 'subscribed to {plan}'
    case 'plan-changed':
      return from && to ? 'changed the plan from {from} to {to}' : 'changed the plan'
    case 'renewal-stopped':
      return `stopped the renewal${plan ? ' of {plan}' : ''}`
    case 'renewal-kept':
      return `kept the renewal${plan ? ' of {plan}' : ''}`
    case 'plan-cancelled':
      return 'cancelled {plan}'
    case 'plan-ended':
      return 'ended {plan}'
    case 'payment-taken':
      return `took a payment${ofAmount}${forPlan}`
    case 'payment-failed':
      return `could not take a payment${ofAmount}${forPlan}${reason ? ': {reason}' : ''}`
    case 'payments-paused':
      return `paused the payments${forPlan}`
    case 'payments-resumed':
      return `charges${forPlan} again`
    case 'payment-method-changed':
      return methodTemplate(details)
    case 'payment-refunded':
      return `refunded a payment${ofAmount}${forPlan}`
    case 'sessions-ended':
      return details.count === 1 ? 'ended {count} session' : 'ended {count} sessions'
    case 'more':
      return `did {count} more things that day${kind && actionNames[kind] ? ': {kind}' : ''}`
  }
}

/** The first addresses, and how many more there are. */
function listTemplate({ addresses = [] }: AuditDetails): string {
  const named = addresses.slice(0, mostNamed).map((_, index) => `{${index}}`)
  if (named.length === 0) return '{subject}'
  const last = addresses.length > mostNamed ? '{others}' : named.pop()
  return `${named.join(', ')} and ${last}`
}

function paidTemplate({ amount, plan }: AuditDetails): string {
  return `paid${amount === undefined ? '' : ' {amount}'}${plan ? ' for {plan}' : ''}`
}

function methodTemplate({ plan, from, to }: AuditDetails): string {
  const method = `the payment method${plan ? ' for {plan}' : ''}`
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
