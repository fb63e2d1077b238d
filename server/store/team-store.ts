import type { Invitation, Mail, User } from './entities'
import type { Entries } from './events'

/** A member as their organisation's admins see them. */
export type TeamMember = Pick<
  User,
  'id' | 'fullName' | 'email' | 'emailKey' | 'isAdmin' | 'createdAt'
> & { hasSecondFactor: boolean }

/** The team as a decision on it needs it. */
export interface Team {
  /** Moves on with each change: what is decided on one version can't be kept on another. */
  version: number
  /** In the order in which they joined. */
  members: TeamMember[]
  /** Also those that have expired; the one made last first. */
  invitations: (Invitation & {
    /** Whether its mail is in the outbox yet. */
    isMailWaiting: boolean
  })[]
}

/** One change of an organisation's members and invitations. */
export type TeamChange =
  /** Each replaces an earlier one for the same address. */
  | { kind: 'invite'; invitations: readonly Invitation[] }
  /** Keeps its id. An earlier mail that hasn't gone out is taken back. */
  | { kind: 'renew'; invitation: Invitation }
  /** A mail that hasn't gone out is taken back. */
  | { kind: 'revoke'; invitationId: string }
  /** `secondFactorDue`: by when they must have one from now on; null: they needn't. */
  | { kind: 'role'; userId: string; isAdmin: boolean; secondFactorDue: Date | null }
  /** Takes a second factor off; `due` as above. */
  | { kind: 'reset-second-factor'; userId: string; due: Date | null }
  /** Deletes the account, ends its sessions, and revokes those invitations. */
  | { kind: 'remove'; userId: string; invitationIds: readonly string[] }

/** The store's part for who is in an organisation. Each method is one atomic step, as in `Store`. */
export interface TeamStore {
  findTeam(organisationId: string): Promise<Team>
  /**
   * Keeps a change and its mails, all or none.
   * @returns whether they were kept: not when something else has changed since `version`, nor when the person
   *   or invitation is gone.
   */
  saveTeam(
    organisationId: string,
    version: number,
    change: TeamChange,
    mails: readonly Mail[],
    entries: Entries,
  ): Promise<boolean>
  /** Up to `most` invitations that have expired by `now`, without an entry of that. */
  findExpiredInvitations(now: Date, most: number): Promise<Invitation[]>
  /** Enters the expiry, unless it was entered before, or the invitation was replaced meanwhile. */
  noteExpiry(invitation: Invitation, entries: Entries): Promise<void>
}
