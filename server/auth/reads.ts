import type { CheckoutTimes } from '../billing/subscription'
import type { Caller } from '../http/caller'
import type { Organisation, User } from '../people/tables'
import type { Farewell, PasswordLink, Session } from './tables'

/** A user as they are kept, and what is pending of their address. */
export interface Account {
  user: User
  /** What restores addresses that the user had (D66), oldest first. */
  links: PasswordLink[]
}

/** What is read of sessions, and their renewal. Each method is one statement. */
export interface AuthStore {
  /**
   * Records the use of a refresh token's session, if it is neither revoked nor expired at `now`. With a
   * read-only database, nothing is recorded.
   * @param network its network; null: unknown.
   * @returns the session; null: there is none.
   */
  renewSession(refreshTokenHash: string, now: Date, network: string): Promise<Session | null>
  /**
   * @returns why the account of a refresh token's session was deleted, if the session would be valid at `now`;
   *   null: it wasn't.
   */
  findFarewell(
    refreshTokenHash: string,
    now: Date,
  ): Promise<(Pick<Farewell, 'why'> & { organisation: Organisation }) | null>
  /**
   * The user of a session that is neither revoked nor expired at `now`, with everything that every
   * signed-in call needs to know. It is the hot read: one statement.
   * @param checkouts which of the organisation's checkouts may have been paid.
   */
  findCaller(sessionId: string, now: Date, checkouts: CheckoutTimes): Promise<Caller | null>
  /** A user, and the links that put back addresses they had, as far as they are valid at `now`. */
  findAccount(userId: string, now: Date): Promise<Account | null>
}
