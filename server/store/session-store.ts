import type { Caller, Farewell, KnownBrowser, Organisation, Session, SignIn } from './entities'
import type { CheckoutTimes } from './store'

/** What is read of sessions, and their renewal. Each method is one statement. */
export interface SessionStore {
  /** The browsers and networks that a user has signed in from. */
  findKnownBrowsers(userId: string): Promise<KnownBrowser[]>
  /**
   * Records the use of a refresh token's session, if it is neither revoked nor expired at `now`. With a
   * read-only database, nothing is recorded.
   * @param network its network; null: unknown.
   * @returns the session; null: there is none.
   */
  renewSession(refreshTokenHash: string, now: Date, network: string | null): Promise<Session | null>
  /**
   * @returns why the account of a refresh token's session was deleted, if the session would be valid at `now`;
   *   null: it wasn't.
   */
  findFarewell(
    refreshTokenHash: string,
    now: Date,
  ): Promise<(Pick<Farewell, 'why'> & { organisation: Organisation }) | null>
  /**
   * Up to `most` of an organisation's attempts to sign in: those after the id `after`, by their first time.
   * @param userId only those as this user.
   */
  findSignIns(
    organisationId: string,
    after: string | null,
    most: number,
    userId?: string,
  ): Promise<SignIn[]>
  /** A user's sessions that haven't expired at `now`. */
  findSessions(userId: string, now: Date): Promise<Session[]>
  /**
   * The user of a session that is neither revoked nor expired at `now`, with everything that every
   * signed-in call needs to know. It is the hot read: one statement.
   * @param checkouts which of the organisation's checkouts may have been paid.
   */
  findCaller(sessionId: string, now: Date, checkouts: CheckoutTimes): Promise<Caller | null>
}
