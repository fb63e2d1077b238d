import type { AuditAction, AuditDetails } from '../../contract/audit-log'

/*
 * The events of organisations: one table for their admins (extension `audit-log`) and for the operator
 * (`npm run explain`). Plain data that every part of the server may import.
 */

/** Actions that only the operator sees; docs/operating.md explains them. */
export type OperatorAction =
  | 'checkout-opened'
  | 'checkout-refused'
  | 'checkout-ended'
  | 'proof-refused'
  | 'subscription-corrected'
  | 'renewal-changed'
  | 'check-failed'
  | 'refund-owed'
  | 'refund-begun'
  | 'refund-failed'
  | 'refund-reopened'
  | 'mail-failed'
  | 'webhook'

/** The author. */
export interface Actor {
  kind: 'user' | 'provider' | 'operator' | 'orglens'
  /** Of users only, like the next two. */
  id: string | null
  /** As of the event. */
  name: string | null
  email: string | null
}

/** One event, saved with the change that it records. It contains no secret, token or link. */
export interface Entry {
  /** In the order of events, as text too: `newEntryId`. */
  id: string
  organisationId: string
  at: Date
  /** Whether the operator alone sees it. Earlier versions wrote 'admins', too, which is as `both`. */
  audience: 'operator' | 'both'
  actorKind: Actor['kind']
  actorId: Actor['id']
  actorName: Actor['name']
  actorEmail: Actor['email']
  action: AuditAction | OperatorAction
  /** The name or address that it concerns. */
  subject: string | null
  /** The user that it concerns, so that they can be erased from it. */
  subjectId: string | null
  details: AuditDetails
  /** The author's wide network (`server/networks.ts`). */
  network: string | null
  subscriptionId: string | null
  paymentId: string | null
  /** The source of the report; `job`: background work, `command`: `npm run admin`. */
  origin: 'browser' | 'webhook' | 'poll' | 'comparison' | 'job' | 'command'
  outcome: 'done' | 'refused' | 'failed'
  /** The provider's or a mail server's message, truncated. */
  lastWords: string | null
  /** Entries with the same key are saved once; null: each time. */
  once: string | null
}

/** The record of a change, which can't be saved without it. */
export type Entries = readonly [Entry, ...Entry[]]

/**
 * Which kinds fold (D94): of those of one kind, by one user on one day and for one audience, `maxEntriesOfDay` are saved
 * as they are, and one counts the rest. What takes something away from somebody, or costs money, never folds: the calls
 * that cause it are limited instead (`server/limits.ts`).
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

/** A query of an organisation's admins. */
export interface EntryFilter {
  organisationId: string
  /** An entry's id: only older ones. */
  before: string | null
  /** An entry's id: only that one and newer ones; without it they may be as old as they like. */
  from?: string | null
  action: AuditAction | null
  /** In lower case: only entries with it in a name, an address, a fact, the action or the network. */
  text: string | null
}

/** The methods for events. Each is one atomic step, as in `Store`. */
export interface EventStore {
  /** Saves entries without another change. */
  addEntries(entries: Entries): Promise<void>
  /** Up to `most` entries for an organisation's admins, newest first. */
  findEntries(filter: EntryFilter, most: number): Promise<Entry[]>
  /**
   * Counts back from the organisation's newest entry that is older than `before`, or its newest one.
   * @returns the id of the entry that is `distance` older; null: there are fewer.
   */
  findEntryBefore(
    organisationId: string,
    before: string | null,
    distance: number,
  ): Promise<string | null>
  /**
   * Up to `most` entries of an organisation, the operator's too: those after `after`, oldest first.
   * @param userId only the entries by this user or about them.
   */
  findHistory(
    organisationId: string,
    after: string | null,
    most: number,
    userId?: string,
  ): Promise<Entry[]>
}

let latest = ''
let count = 0

/** @returns how the ids of an instant begin: it sorts before them. */
export const idsFrom = (at: Date) => at.getTime().toString(16).padStart(12, '0')

/** @returns an id that sorts by time, and within this process by creation. */
export function newEntryId(at: Date): string {
  const time = idsFrom(at)
  count = time === latest ? count + 1 : 0
  latest = time
  const random = crypto.randomUUID().replaceAll('-', '').slice(0, 14)
  return `${time}${(count % 0x100_0000).toString(16).padStart(6, '0')}${random}`
}

/** @returns the beginning and the end of an instant's day (UTC). */
export function dayOf(at: Date): { from: Date; to: Date } {
  const length = 24 * 60 * 60 * 1000
  const from = new Date(Math.floor(at.getTime() / length) * length)
  return { from, to: new Date(from.getTime() + length) }
}

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
    lastWords: null,
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
