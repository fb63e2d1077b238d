import type { Farewell, Invitation, Mail, User } from './entities'
import type { Entries } from './events'

/** A member in the view of their organisation's admins. */
export type TeamMember = Pick<
  User,
  'id' | 'fullName' | 'email' | 'emailKey' | 'isAdmin' | 'renewalReminders' | 'createdAt'
> & { hasSecondFactor: boolean }

/** The basis of a decision on a team. */
export interface Team {
  /** Incremented by each change: a decision based on one version can't be saved on another. */
  version: number
  /** By join date. */
  members: TeamMember[]
  /** Including expired ones; the newest first. */
  invitations: (Invitation & {
    /** Whether its mail is still in the outbox. */
    isMailWaiting: boolean
  })[]
}

/** A change of an organisation's members and invitations. */
export type TeamChange =
  /** Each replaces an earlier one for the same address. */
  | { kind: 'invite'; invitations: readonly Invitation[] }
  /** Keeps its id. An unsent earlier mail is withdrawn. */
  | { kind: 'renew'; invitation: Invitation }
  /** An unsent mail is withdrawn. */
  | { kind: 'revoke'; invitationId: string }
  /** `secondFactorDue`: when they must have one by; null: not required. */
  | { kind: 'role'; userId: string; isAdmin: boolean; secondFactorDue: Date | null }
  /** Resets a second factor; `due` as above. */
  | { kind: 'reset-second-factor'; userId: string; due: Date | null }
  /** Deletes the account, ends its sessions with a farewell, and revokes those invitations. */
  | {
      kind: 'remove'
      userId: string
      why: Farewell['why']
      invitationIds: readonly string[]
    }

/** The methods for teams. Each is one atomic step, as in `Store`. */
export interface TeamStore {
  findTeam(organisationId: string): Promise<Team>
  /**
   * Saves a change and its mails, all or none.
   * @returns whether they were saved: false if something else has changed since `version`, or the person
   *   or invitation is gone.
   */
  saveTeam(
    organisationId: string,
    version: number,
    change: TeamChange,
    mails: readonly Mail[],
    entries: Entries,
  ): Promise<boolean>
  /** Up to `most` invitations that have expired by `now`, and aren't logged as expired. */
  findExpiredInvitations(now: Date, most: number): Promise<Invitation[]>
  /** Logs the expiry, unless it was logged before, or the invitation was replaced meanwhile. */
  noteExpiry(invitation: Invitation, entries: Entries): Promise<void>
}
