import type { Caller } from '../api/caller'
import type { Network } from '../api/networks'
import type { Cause } from '../store/change'
import type { Author, Entry } from '../store/entry'
import type { User } from './tables'

/** Who acts: `by` is what the audit log says, `cause` what a change checks (D91). */
export interface Acting {
  by: Author
  cause: Cause
}

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
