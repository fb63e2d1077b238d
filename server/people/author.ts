import type { Caller } from '../api/caller'
import type { Network } from '../api/networks'
import type { Author, Entry } from '../store/entry'
import type { User } from './tables'

/** @returns a user in a browser as the author. Changes don't check that the user is still signed in. */
export function byUser(user: Pick<User, 'id' | 'fullName' | 'email'>, network: Network): Author {
  const { id, fullName: name, email } = user
  return {
    caller: null,
    actor: { kind: 'user', id, name, email },
    network: network.wide,
    origin: 'browser',
  }
}

/** @returns the caller in a browser as the author. Changes check that the caller is still signed in (D91). */
export const byCaller = (caller: Caller, network: Network): Author => ({
  ...byUser(caller.user, network),
  caller,
})

const nobody = { id: null, name: null, email: null }

/** @returns the payment provider as the author. @param origin the source of its report. */
export function byProvider(origin: Entry['origin']): Author {
  return { caller: null, actor: { kind: 'provider', ...nobody }, network: null, origin }
}

/** @returns Orglens itself as the author, on a schedule. */
export function byOrglens(): Author {
  return { caller: null, actor: { kind: 'orglens', ...nobody }, network: null, origin: 'job' }
}

/** @returns the operator as the author, at a request of a user (`npm run admin`). */
export function byOperator(): Author {
  return { caller: null, actor: { kind: 'operator', ...nobody }, network: null, origin: 'command' }
}
