import {
  invitationStates,
  type Team,
  type TeamInvitation,
  type TeamMember,
} from '../../contract/team'
import { createDateFormat } from '../lib/format'

export type TeamRow =
  | { kind: 'member'; id: string; member: TeamMember }
  | { kind: 'invitation'; id: string; invitation: TeamInvitation }

export function rowsOf({ members, invitations }: Team): TeamRow[] {
  return [
    ...members.map((member) => ({ kind: 'member', id: member.member_id, member }) as const),
    ...invitations.map(
      (invitation) => ({ kind: 'invitation', id: invitation.invitation_id, invitation }) as const,
    ),
  ]
}

/** @returns the display name; invited people have none yet. */
export function nameOf(of: { member: TeamMember } | { invitation: TeamInvitation }): string {
  if ('invitation' in of) return of.invitation.email
  return of.member.full_name || of.member.email
}

export function emailOf(row: TeamRow): string {
  return row.kind === 'member' ? row.member.email : row.invitation.email
}

/** An invited person is no admin (D76). */
export function roleOf(row: TeamRow): 'Admin' | 'Member' {
  return row.kind === 'member' && row.member.is_organization_admin ? 'Admin' : 'Member'
}

const formatDate = createDateFormat()

/** @param ago words for an instant (ISO 8601): '2 hours ago'. */
export function statusOf(row: TeamRow, ago: (isoDate: string) => string): string {
  if (row.kind === 'member') return `Member since ${formatDate(row.member.joined_at)}`
  const { state, state_since, failure } = row.invitation
  switch (state) {
    case 'waiting':
      return 'Waiting to be sent'
    case 'sent':
      return `Sent ${ago(state_since)}`
    case 'opened':
      return `Opened ${ago(state_since)}`
    case 'failed':
      return failure ? `Could not be delivered: ${failure}` : 'Could not be delivered'
    case 'expired':
      return `Expired ${formatDate(state_since)}`
  }
}

/** @returns the instant since which the state holds. */
export function sinceOf(row: TeamRow): string {
  return row.kind === 'member' ? row.member.joined_at : row.invitation.state_since
}

/** Members by join date, then invitations by their mail's state, the latest first. */
export function statusRank(row: TeamRow): number {
  const since = Date.parse(sinceOf(row))
  if (row.kind === 'member') return since
  // Larger than any difference of two dates.
  return 1e16 * (1 + invitationStates.indexOf(row.invitation.state)) - since
}
