import type { Caller, KnownBrowser, Mail, Session } from './entities'
import type { Entries } from './events'
import type { CheckoutTimes } from './store'

/** How many sessions a user has at most (D55). */
export const maxSessions = 500

/** How many browsers of a user are known at most: the ones that were signed in with last. */
export const maxKnownBrowsers = 20

/** Which of a user's sessions are ended: one, or all but one; by their ids. */
export type EndedSessions = { only: string } | { except: string }

/** The store's part for who is signed in. Each method is one atomic step, as in `Store`. */
export interface SessionStore {
  /**
   * Keeps the session of somebody whose password was tried against `passwordHash`. Where they have
   * `maxSessions`, the oldest one ends. Its browser is known from then on.
   * @param seen.network the wide network that it is in; empty: not known.
   * @param seen.notice is mailed where the browser wasn't known there, but another was; so is what is told.
   * @returns false, and keeps nothing, where the user's password is another one by now.
   */
  createSession(
    session: Session,
    passwordHash: string,
    seen: { network: string; notice: Mail | null },
    entries: Entries,
  ): Promise<boolean>
  /** In which browsers a user has signed in. */
  findKnownBrowsers(userId: string): Promise<KnownBrowser[]>
  /** Ends the session of a refresh token, if there is one. */
  deleteSession(refreshTokenHash: string): Promise<void>
  /**
   * Notes that the session of a refresh token is in use, which is neither revoked nor expired at `now`. Where the
   * database can only be read, nothing is noted.
   * @param network where it is; null: not known.
   * @returns the session; null: there is none.
   */
  renewSession(refreshTokenHash: string, now: Date, network: string | null): Promise<Session | null>
  /** A user's sessions that haven't expired at `now`. */
  findSessions(userId: string, now: Date): Promise<Session[]>
  /**
   * Ends sessions of a user.
   * @param entries says how many they were.
   * @returns how many they were.
   */
  endSessions(userId: string, ended: EndedSessions, entries: Entries): Promise<number>
  /**
   * The user of a session that is neither revoked nor expired at `now`, with everything that every
   * signed-in call needs to know. It is the hot read: one statement.
   * @param checkouts which of the organisation's checkouts may have been paid.
   */
  findCaller(sessionId: string, now: Date, checkouts: CheckoutTimes): Promise<Caller | null>
}
