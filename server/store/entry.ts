import type { AuditAction, AuditDetails } from '../../contract/audit-log'

/** Actions that only the operator sees; docs/operating.md explains them. */
export const operatorActions = [
  'checkout-opened',
  'checkout-refused',
  'checkout-ended',
  'proof-refused',
  'subscription-corrected',
  'renewal-changed',
  'check-failed',
  'refund-owed',
  'refund-begun',
  'refund-failed',
  'refund-reopened',
  'mail-failed',
  'webhook',
] as const
type OperatorAction = (typeof operatorActions)[number]

/** The author of an action, as the audit log names it. */
export interface Actor {
  kind: 'user' | 'provider' | 'operator' | 'orglens'
  /** The user's id. Null, like name and address, for other kinds. */
  id: string | null
  /** The name at the time of the event. */
  name: string | null
  email: string | null
}

/** One event, saved with the change that it records. It contains no secret, token or link. */
export interface Entry {
  /** An id of `newEntryId`, which sorts by time. */
  id: string
  organisationId: string
  at: Date
  /** Whether the operator alone sees it. */
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
  /** The author's wide network (`server/api/networks.ts`). */
  network: string | null
  subscriptionId: string | null
  paymentId: string | null
  /** The source of the report; `job`: background work, `command`: `npm run admin`. */
  origin: 'browser' | 'webhook' | 'poll' | 'comparison' | 'job' | 'command'
  outcome: 'done' | 'refused' | 'failed'
  /** The provider's or a mail server's message, truncated. */
  errorMessage: string | null
  /** Entries with the same key are saved once; null: each time. */
  once: string | null
}

/** The record of a change, which can't be saved without it. */
export type Entries = readonly [Entry, ...Entry[]]

/** The entries of the audit log (D77), or the reason why it has none. */
export type Recorded = { entries: Entries } | { entries: null; unrecorded: string }

let latest = ''
let count = 0

/** @returns the beginning of all ids of an instant, which sorts before them. */
export const idsFrom = (at: Date) => at.getTime().toString(16).padStart(12, '0')

/** @returns an id that sorts by time, and within this process by creation. */
export function newEntryId(at: Date): string {
  const time = idsFrom(at)
  count = time === latest ? count + 1 : 0
  latest = time
  const random = crypto.randomUUID().replaceAll('-', '').slice(0, 14)
  return `${time}${(count % 0x100_0000).toString(16).padStart(6, '0')}${random}`
}

/** The caller. The change checks that they are still signed in, and still have their role (D91). */
export interface ActingCaller {
  sessionId: string
  user: { id: string; isAdmin: boolean }
}

/** The author of an action, with the origin of the request. */
export interface Author {
  /** The caller to check in the change; null: nobody is signed in. */
  caller: ActingCaller | null
  actor: Actor
  /** A wide network; null: none. */
  network: string | null
  origin: Entry['origin']
}

type Facts = Partial<
  Pick<
    Entry,
    | 'audience'
    | 'subject'
    | 'subjectId'
    | 'details'
    | 'subscriptionId'
    | 'paymentId'
    | 'outcome'
    | 'errorMessage'
    | 'once'
  >
>

/** @returns an entry for admins and operator, unless `facts` says that it is for the operator alone. */
export function entryOf(
  at: Date,
  organisationId: string,
  { actor, network, origin }: Author,
  action: Entry['action'],
  facts: Facts = {},
): Entry {
  return {
    id: newEntryId(at),
    organisationId,
    at,
    audience: 'both',
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    actorEmail: actor.email,
    action,
    subject: null,
    subjectId: null,
    details: {},
    network,
    subscriptionId: null,
    paymentId: null,
    origin,
    outcome: 'done',
    errorMessage: null,
    once: null,
    ...facts,
  }
}

/**
 * Leaves out repeated entries of events that happen once (`once`).
 * @param why the reason for having no entries, if there are none.
 */
export function recorded(entries: readonly Entry[], why: string): Recorded {
  const [first, ...others] = entries.filter(
    ({ once }, index) =>
      once === null || entries.findIndex((other) => other.once === once) === index,
  )
  return first ? { entries: [first, ...others] } : { entries: null, unrecorded: why }
}

/** @returns the list, of which the types know now that it isn't empty. @throws Error if it is. */
export function toEntries([first, ...others]: readonly Entry[]): Entries {
  if (!first) throw new Error('A change needs an entry')
  return [first, ...others]
}
