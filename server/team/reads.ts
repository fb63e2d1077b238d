import type { Organisation, User } from '../people/tables'
import type { Invitation } from './tables'

/** A member in the view of their organisation's admins. */
export type TeamMember = Pick<
  User,
  'id' | 'fullName' | 'email' | 'emailKey' | 'isAdmin' | 'renewalReminders' | 'createdAt'
> & {
  /** Whether they have codes; after `readTeam`, or a passkey of this site. */
  hasSecondFactor: boolean
  /** The domains of their passkeys. */
  passkeyDomains: string[]
}

/** An organisation's people, as its admins see them. */
export interface ListedTeam {
  /** By join date. */
  members: TeamMember[]
  /** Including expired ones; the newest first. */
  invitations: (Invitation & {
    /** Whether its mail is still in the outbox. */
    isMailWaiting: boolean
  })[]
}

/** What is read of teams. */
export interface TeamStore {
  findTeam(organisationId: string): Promise<ListedTeam>
  /** Up to `most` invitations that have expired by `now`, and aren't logged as expired. */
  findExpiredInvitations(now: Date, most: number): Promise<Invitation[]>
  /** The invitation of a link, unless it has expired at `now`, and who invites. */
  findInvitation(
    tokenHash: string,
    now: Date,
  ): Promise<{ invitation: Invitation; organisation: Organisation } | null>
}
