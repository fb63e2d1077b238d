import {
  invitationStates,
  type Team,
  type TeamInvitation,
  type TeamMember,
} from '../../contract/team'
import { formatDate } from '../lib/format'

export type TeamRow = { member: TeamMember } | { invitation: TeamInvitation }

export const rowsOf = ({ members, invitations }: Team): TeamRow[] => [
  ...members.map((member) => ({ member })),
  ...invitations.map((invitation) => ({ invitation })),
]

/** Returns how many people are in the team: '8 people, 2 of them admins'. */
export function peopleText({ members }: Team): string {
  if (members.length === 1) return '1 person'
  const admins = members.filter((member) => member.is_organization_admin).length
  return `${members.length} people, ${admins} of them ${admins === 1 ? 'an admin' : 'admins'}`
}

/** @returns the display name. Invited people show their address. */
export function nameOf(row: TeamRow): string {
  if ('invitation' in row) return row.invitation.email
  return row.member.full_name || row.member.email
}

export function emailOf(row: TeamRow): string {
  return 'member' in row ? row.member.email : row.invitation.email
}

/** Returns a row's role. Invitations are for members, never admins. */
export function roleOf(row: TeamRow): 'Admin' | 'Member' {
  return 'member' in row && row.member.is_organization_admin ? 'Admin' : 'Member'
}

/** @param ago formats an ISO 8601 instant: '2 hours ago'. */
export function statusOf(row: TeamRow, ago: (isoDate: string) => string): string {
  if ('member' in row) return `Member since ${formatDate(row.member.joined_at)}`
  const { state, state_since, failure } = row.invitation
  switch (state) {
    case 'waiting':
      return 'Waiting to be sent'
    case 'sent':
      return `Sent ${ago(state_since)}`
    case 'opened':
      // A mail server's scanner may have done it.
      return `Link visited ${ago(state_since)}`
    case 'failed':
      return failure ? `Could not be delivered: ${failure}` : 'Could not be delivered'
    case 'expired':
      return `Expired ${formatDate(state_since)}`
  }
}

/** @returns the instant since which the state holds. */
export function sinceOf(row: TeamRow): string {
  return 'member' in row ? row.member.joined_at : row.invitation.state_since
}

/** Ranks rows for sorting: members by join date, then invitations by the state of their mails, the latest first. */
export function statusRank(row: TeamRow): number {
  const since = Date.parse(sinceOf(row))
  if ('member' in row) return since
  // Exceeds any difference of two dates.
  return 1e16 * (1 + invitationStates.indexOf(row.invitation.state)) - since
}
