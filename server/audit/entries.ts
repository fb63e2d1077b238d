import type { Caller } from '../http/caller'
import type { Network } from '../http/networks'
import type { User } from '../people/tables'
import type { Cause } from '../store/change'
import type { Actor, Entries, Entry } from '../store/entry'
import { newEntryId } from './events'

/** The author of an action, and the network. */
export interface Author {
  actor: Actor
  /** A wide network; null: none. */
  network: string | null
  origin: Entry['origin']
}

/** Who acts: `by` is what the audit log says, `cause` what a change checks (D91). */
export interface Acting {
  by: Author
  cause: Cause
}

/** The parts that differ between entries. */
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

/** @returns a user in a browser. */
export function byUser(user: Pick<User, 'id' | 'fullName' | 'email'>, network: Network): Author {
  const { id, fullName: name, email } = user
  return {
    actor: { kind: 'user', id, name, email },
    network: network.wide,
    origin: 'browser',
  }
}

/** @returns the caller, acting in a browser. */
export function actingCaller(caller: Caller, network: Network): Acting {
  return { by: byUser(caller.user, network), cause: caller }
}

const nobody = { id: null, name: null, email: null, network: null }

/** @returns the payment provider, with the source of its report. */
export function byProvider(origin: Entry['origin']): Author {
  const { network, ...actor } = nobody
  return { actor: { kind: 'provider', ...actor }, network, origin }
}

/** @returns Orglens itself, acting on a schedule. */
export function byOrglens(): Author {
  const { network, ...actor } = nobody
  return { actor: { kind: 'orglens', ...actor }, network, origin: 'job' }
}

/** @returns the operator, acting on a request (`npm run admin`). */
export function byOperator(): Author {
  const { network, ...actor } = nobody
  return { actor: { kind: 'operator', ...actor }, network, origin: 'command' }
}

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
 * @param why a change without entries has none.
 * @returns what the audit log has of a change: what happens once is there once.
 */
export function recorded(
  entries: readonly Entry[],
  why: string,
): { entries: Entries } | { entries: null; unrecorded: string } {
  const [first, ...others] = entries.filter(
    ({ once }, index) =>
      once === null || entries.findIndex((other) => other.once === once) === index,
  )
  return first ? { entries: [first, ...others] } : { entries: null, unrecorded: why }
}

/** @returns the entries; at least one is required. */
export function toEntries([first, ...others]: readonly Entry[]): Entries {
  if (!first) throw new Error('A change needs an entry')
  return [first, ...others]
}
