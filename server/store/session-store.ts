import type { Caller, Farewell, KnownBrowser, Mail, Organisation, Session } from './entities'
import type { Entries } from './events'
import type { CheckoutTimes } from './store'

/** The maximum number of a user's sessions (D55). */
export const maxSessions = 500

/** The maximum number of a user's known browsers: the last ones. */
export const maxKnownBrowsers = 20

/** The sessions of a user to end: one, or all but one; by their ids. */
export type EndedSessions = { only: string } | { except: string }

/** The methods for sessions. Each is one atomic step, as in `Store`. */
export interface SessionStore {
  /**
   * Saves the session of a user whose password was verified against `passwordHash`. If they have
   * `maxSessions`, the oldest one ends. Its browser is known from then on.
   * @param seen.network the wide network; empty: unknown.
   * @param seen.notice saved, with its entry, if the browser is new there, but not the first.
   * @returns false, and saves nothing, if the user's password has changed by now.
   */
  createSession(
    session: Session,
    passwordHash: string,
    seen: { network: string; notice: Mail | null },
    entries: Entries,
  ): Promise<boolean>
  /** The browsers and networks that a user has signed in from. */
  findKnownBrowsers(userId: string): Promise<KnownBrowser[]>
  /** Ends the session of a refresh token, if there is one. */
  deleteSession(refreshTokenHash: string): Promise<void>
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
  /** A user's sessions that haven't expired at `now`. */
  findSessions(userId: string, now: Date): Promise<Session[]>
  /**
   * Ends sessions of a user.
   * @param entries creates the entries from the number of ended sessions.
   * @returns that number.
   */
  endSessions(userId: string, ended: EndedSessions, entries: Entries): Promise<number>
  /**
   * The user of a session that is neither revoked nor expired at `now`, with everything that every
   * signed-in call needs to know. It is the hot read: one statement.
   * @param checkouts which of the organisation's checkouts may have been paid.
   */
  findCaller(sessionId: string, now: Date, checkouts: CheckoutTimes): Promise<Caller | null>
}
