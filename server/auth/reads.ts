import type { CheckoutTimes } from '../billing/subscription'
import type { Caller } from '../http/caller'
import type { Session } from './tables'

/** Queries for sessions, and their renewal. Each is one statement: they are the most frequent calls. */
export interface AuthStore {
  /**
   * Records the use of a refresh token's session, if it is neither revoked nor expired at `now`. With a
   * read-only database, nothing is recorded.
   * @param network its network; null: unknown.
   * @returns the session; null: there is none.
   */
  renewSession(refreshTokenHash: string, now: Date, network: string): Promise<Session | null>
  /**
   * The user of a session that is neither revoked nor expired at `now`, with everything that every
   * signed-in call needs to know. It is the hot read: one statement.
   * @param checkouts which of the organisation's checkouts may have been paid.
   */
  findCaller(sessionId: string, now: Date, checkouts: CheckoutTimes): Promise<Caller | null>
}
