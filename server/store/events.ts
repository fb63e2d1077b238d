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
  audience: 'admins' | 'operator' | 'both'
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

/** The maximum number of a user's entries per day; then one counts the rest. */
export const maxEntriesOfDay = 200

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

/** @returns an id that sorts by time, and within this process by creation. */
export function newEntryId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
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

/** @returns the entry that counts a user's actions beyond `maxEntriesOfDay`. */
export function restOf(entry: Entry, times: number): Entry {
  return {
    ...entry,
    id: newEntryId(entry.at),
    audience: 'both',
    action: 'more',
    subject: null,
    subjectId: null,
    details: { count: times },
    subscriptionId: null,
    paymentId: null,
    outcome: 'done',
    lastWords: null,
    once: `more ${entry.actorId} ${dayOf(entry.at).from.toISOString()}`,
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

/** @returns an entry without a person, as author or subject. */
export function withoutPerson(
  entry: Entry,
  { isActor, isSubject }: { isActor: boolean; isSubject: boolean },
): Entry {
  return {
    ...entry,
    ...(isActor && { actorName: formerMember, actorEmail: null, network: null }),
    ...(isActor && entriesWithPerson.includes(entry.action) && { details: {} }),
    ...(isSubject && { subject: formerMember }),
  }
}
