import type { AuditAction, AuditDetails } from '../../contract/audit-log'

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
  /** The author's wide network (`server/http/networks.ts`). */
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
