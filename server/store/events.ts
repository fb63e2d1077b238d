import type { AuditAction, AuditDetails } from '../../contract/audit-log'

/*
 * What happened to an organisation: one table for its admins (extension `audit-log`) and for the operator
 * (`npm run explain`). Plain data: every part of the server may know it.
 */

/** What the operator alone is told of; docs/operating.md says what each means. */
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

/** Who did it. */
export interface Actor {
  kind: 'user' | 'provider' | 'operator' | 'orglens'
  /** Of users only, like the two below. */
  id: string | null
  /** As they were when it happened. */
  name: string | null
  email: string | null
}

/** One thing that happened, kept with what it tells of. No secret, no token and no link is in it. */
export interface Entry {
  /** In the order in which things happened, as text too: `newEntryId`. */
  id: string
  organisationId: string
  at: Date
  audience: 'admins' | 'operator' | 'both'
  actorKind: Actor['kind']
  actorId: Actor['id']
  actorName: Actor['name']
  actorEmail: Actor['email']
  action: AuditAction | OperatorAction
  /** Whom or what it is about: a name or an address. */
  subject: string | null
  /** The user it is about, so that they can be erased from it. */
  subjectId: string | null
  details: AuditDetails
  /** Where it was done from: a wide network (`server/networks.ts`). */
  network: string | null
  subscriptionId: string | null
  paymentId: string | null
  /** How Orglens heard of it; `job`: work beside the requests, `command`: `npm run admin`. */
  origin: 'browser' | 'webhook' | 'poll' | 'comparison' | 'job' | 'command'
  outcome: 'done' | 'refused' | 'failed'
  /** What the provider or a mail server said, cut short. */
  lastWords: string | null
  /** What is kept once only, however often it is told; null: each time. */
  once: string | null
}

/** What a change is recorded as: it can't be kept without. */
export type Entries = readonly [Entry, ...Entry[]]

/** Of which the store alone knows whose it is. */
export type UnplacedEntry = Omit<Entry, 'organisationId'>

/** How many entries one user leaves in a day; then one counts the rest. */
export const maxEntriesOfDay = 200

/** Which of an organisation's entries its admins ask for. */
export interface EntryFilter {
  organisationId: string
  /** An entry's id: only what is older. */
  before: string | null
  action: AuditAction | null
  /** In lower case: only what has it in a name, an address or a fact. */
  text: string | null
}

/** The store's part that tells what happened. Each method is one atomic step, as in `Store`. */
export interface EventStore {
  /** Keeps what changed nothing else. */
  addEntries(entries: Entries): Promise<void>
  /** Up to `most` entries for an organisation's admins, newest first. */
  findEntries(filter: EntryFilter, most: number): Promise<Entry[]>
  /** Up to `most` entries of an organisation for the operator: those after `after`, oldest first. */
  findStory(organisationId: string, after: string | null, most: number): Promise<Entry[]>
}

let latest = ''
let count = 0

/** @returns an id that sorts by time, and within this process by when it was asked for. */
export function newEntryId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  count = time === latest ? count + 1 : 0
  latest = time
  const random = crypto.randomUUID().replaceAll('-', '').slice(0, 14)
  return `${time}${(count % 0x100_0000).toString(16).padStart(6, '0')}${random}`
}

/** @returns the day of an instant (UTC), as it begins and as it ends. */
export function dayOf(at: Date): { from: Date; to: Date } {
  const length = 24 * 60 * 60 * 1000
  const from = new Date(Math.floor(at.getTime() / length) * length)
  return { from, to: new Date(from.getTime() + length) }
}

/** @returns what an entry is found by: names, addresses and facts in lower case. */
export function wordsOf(entry: Pick<Entry, 'actorName' | 'actorEmail' | 'subject' | 'details'>) {
  const facts = Object.values(entry.details).flat()
  return [entry.actorName, entry.actorEmail, entry.subject, ...facts]
    .filter((word) => word !== null && word !== undefined)
    .join('\n')
    .toLowerCase()
}

/** @returns the entry that counts what a user did beyond `maxEntriesOfDay`. */
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

/** Stands for whoever was erased. */
export const formerMember = 'a former member'

/** Actions whose details hold the name or address of who did them. */
export const entriesWithPerson: readonly Entry['action'][] = [
  'profile-changed',
  'address-changed',
  'address-put-back',
]

/** @returns an entry without a person who did it, or whom it is about. */
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
