import type { Caller } from '../api/caller'
import type { Network } from '../api/networks'
import type { Author, Entry } from '../store/entry'
import type { User } from './tables'

/** @returns a user in a browser, who isn't checked. */
export function byUser(user: Pick<User, 'id' | 'fullName' | 'email'>, network: Network): Author {
  const { id, fullName: name, email } = user
  return {
    caller: null,
    actor: { kind: 'user', id, name, email },
    network: network.wide,
    origin: 'browser',
  }
}

/** @returns the caller, acting in a browser. */
export const byCaller = (caller: Caller, network: Network): Author => ({
  ...byUser(caller.user, network),
  caller,
})

const nobody = { id: null, name: null, email: null }

/** @returns the payment provider, with the source of its report. */
export function byProvider(origin: Entry['origin']): Author {
  return { caller: null, actor: { kind: 'provider', ...nobody }, network: null, origin }
}

/** @returns Orglens itself, acting on a schedule. */
export function byOrglens(): Author {
  return { caller: null, actor: { kind: 'orglens', ...nobody }, network: null, origin: 'job' }
}

/** @returns the operator, acting on a request (`npm run admin`). */
export function byOperator(): Author {
  return { caller: null, actor: { kind: 'operator', ...nobody }, network: null, origin: 'command' }
}
