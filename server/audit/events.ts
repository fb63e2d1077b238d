import { dayOf } from '../lib/time'
import { type Entry, newEntryId } from '../store/entry'

/**
 * Which kinds fold (D94): of those of one kind, by one user on one day and for one audience, `maxEntriesOfDay` are saved
 * as they are, and one counts the rest. What takes something away from somebody, or costs money, never folds: the calls
 * that cause it are limited instead (`server/api/limits.ts`).
 */
export const folds = {
  'signed-up': false,
  joined: false,
  'signed-in': true,
  left: false,
  'profile-changed': true,
  'address-changed': false,
  'address-put-back': false,
  'password-changed': false,
  'second-factor-set': false,
  'second-factor-removed': false,
  'second-factor-reset': false,
  'passkey-added': false,
  'passkey-removed': false,
  'passkey-refused': false,
  'recovery-codes-renewed': false,
  'recovery-code-used': false,
  'codes-refused': false,
  invited: true,
  'invitation-sent-again': true,
  'invitation-revoked': true,
  'invitation-expired': true,
  'made-admin': false,
  'made-member': false,
  removed: false,
  'data-exported': false,
  erased: false,
  subscribed: false,
  'plan-changed': false,
  'renewal-stopped': false,
  'renewal-kept': false,
  'plan-cancelled': false,
  'plan-ended': false,
  'payment-taken': false,
  'payment-failed': false,
  'payments-paused': false,
  'payments-resumed': false,
  'payment-method-changed': false,
  'payment-refunded': false,
  'sessions-ended': false,
  renamed: true,
  'slug-changed': false,
  'deletion-requested': false,
  'deletion-withdrawn': false,
  'second-factor-required': false,
  'report-subscribed': true,
  // Some take it from somebody else. Their limit is below what is saved as it is.
  'report-removed': true,
  'report-paused': false,
  // Nothing of them is taken from anybody, nor costs money.
  'buyer-changed': true,
  'copy-added': true,
  'copy-removed': true,
  'invoice-corrected': false,
  // Attempts, for the operator: nothing is bought by them.
  'checkout-opened': true,
  'checkout-refused': true,
  'checkout-ended': true,
  'proof-refused': true,
  'subscription-corrected': false,
  'renewal-changed': false,
  'check-failed': true,
  'refund-owed': false,
  'refund-begun': false,
  'refund-failed': false,
  'refund-reopened': false,
  'mail-failed': true,
  webhook: true,
  // Counts what has folded.
  more: false,
} as const satisfies Record<Entry['action'], boolean>

/** The maximum number of a user's entries of one kind that folds, per day and audience; then one counts the rest. */
export const maxEntriesOfDay = 200

/** @returns whether it may be counted rather than saved: only what a user does. */
export const mayFold = ({ actorId, action }: Entry) => actorId !== null && folds[action]

/** @returns an entry's names, addresses and facts in lower case, which are saved to be searched. */
export function wordsOf(entry: Pick<Entry, 'actorName' | 'actorEmail' | 'subject' | 'details'>) {
  const facts = Object.values(entry.details).flat()
  return [entry.actorName, entry.actorEmail, entry.subject, ...facts]
    .filter((word) => word !== null && word !== undefined)
    .join('\n')
    .toLowerCase()
}

/** @returns what the entries have in common that count together, if they fold: it isn't saved with them. */
export const foldKeyOf = ({ actorId, action, audience, at }: Entry) =>
  `more ${actorId} ${action} ${audience} ${dayOf(at).from.toISOString()}`

/** @returns the entry that counts a user's actions of one kind beyond `maxEntriesOfDay`, for the same audience. */
export function restOf(entry: Entry, times: number): Entry {
  return {
    ...entry,
    id: newEntryId(entry.at),
    action: 'more',
    subject: null,
    subjectId: null,
    details: { kind: entry.action, count: times },
    subscriptionId: null,
    paymentId: null,
    outcome: 'done',
    errorMessage: null,
    once: foldKeyOf(entry),
  }
}

/** Replaces the name of an erased person. */
export const formerMember = 'a former member'

/** Actions whose details contain the author's name or address. */
export const entriesWithPerson: readonly Entry['action'][] = [
  'profile-changed',
  'address-changed',
  'address-put-back',
]

/** The person to be taken out of an entry: as its author, its subject, or one of its `addresses`. */
interface Erased {
  isActor: boolean
  isSubject: boolean
  addresses: readonly string[]
}

/** @returns an entry without a person. */
export function withoutPerson(entry: Entry, { isActor, isSubject, addresses }: Erased): Entry {
  const listed = entry.details.addresses?.map((one) =>
    addresses.includes(one) ? formerMember : one,
  )
  return {
    ...entry,
    ...(listed && { details: { ...entry.details, addresses: listed } }),
    ...(isActor && { actorName: formerMember, actorEmail: null, network: null }),
    ...(isActor && entriesWithPerson.includes(entry.action) && { details: {} }),
    ...(isSubject && { subject: formerMember }),
  }
}
