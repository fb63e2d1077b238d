import { mutationOptions } from '@tanstack/react-query'
import type { SecondFactorProof } from '../../contract/second-factor-proof'
import type { Team, TeamInvitation, TeamMember } from '../../contract/team'
import { call } from '../api/call'
import { writeConfirmed } from '../lib/mutations'
import { now } from '../lib/server-clock'
import { settings } from '../settings'
import { teamQuery } from './queries'
import type { TeamRow } from './team-rows'

const { queryKey } = teamQuery

/**
 * Invites people by mail; answers the server's text, whether anybody was invited, and who wasn't (our own server's,
 * D102). Refetches the team's list if it is shown.
 */
export const inviteMutation = mutationOptions({
  mutationFn: async (emails: string[]) => {
    const { message, ...answer } = await call('inviteTeamMembers', { emails })
    const { invited, excluded = [] } = settings.isOurServer ? answer : {}
    return { message, isNobody: invited === 0, excluded }
  },
  onSettled: (_message, _error, _emails, _result, { client }) =>
    void client.invalidateQueries({ queryKey }),
})

/** A member, and the proof of the admin's second factor once the server has asked for it (D92). */
interface MemberAction {
  member: TeamMember
  proof?: SecondFactorProof
}

export type TeamChange =
  | ({ kind: 'role'; isAdmin: boolean } & MemberAction)
  | ({ kind: 'remove' } & MemberAction)
  | ({ kind: 'reset-second-factor' } & MemberAction)
  | { kind: 'resend'; invitation: TeamInvitation }
  | { kind: 'revoke'; invitation: TeamInvitation }

/** @returns the id of a row, or of the row that an action changes. */
export function idOf(row: TeamRow): string {
  return 'member' in row ? row.member.member_id : row.invitation.invitation_id
}

/** Changes the team. Answers the server's text, if any. */
export const teamMutation = mutationOptions({
  mutationKey: ['change-team'],
  mutationFn: async (change: TeamChange): Promise<string | undefined> => {
    switch (change.kind) {
      case 'role':
        return call('setRole', { ...memberOf(change), is_organization_admin: change.isAdmin })
      case 'remove':
        return call('removeMember', memberOf(change))
      case 'reset-second-factor':
        return call('resetTwoFactor', memberOf(change))
      case 'resend': {
        const { invitation_id } = change.invitation
        return (await call('resendInvitation', { invitation_id })).message
      }
      case 'revoke':
        return call('revokeInvitation', { invitation_id: change.invitation.invitation_id })
    }
  },
  onSuccess: (_message, change, _result, { client }) =>
    writeConfirmed(client, queryKey, (team) => changed(team, change)),
  // Another admin may have changed the row first.
  onError: (_error, _change, _result, { client }) => void client.invalidateQueries({ queryKey }),
})

const memberOf = ({ member, proof }: MemberAction) => ({
  member_id: member.member_id,
  ...proof,
})

function changed(team: Team, change: TeamChange): Team {
  const { members, invitations, places } = team
  const id = idOf(change)
  const withMember = (news: Partial<TeamMember>): Team => ({
    ...team,
    members: members.map((one) => (one.member_id === id ? { ...one, ...news } : one)),
  })
  switch (change.kind) {
    case 'role':
      return withMember({ is_organization_admin: change.isAdmin })
    case 'reset-second-factor':
      return withMember({ has_second_factor: false })
    case 'remove': {
      const others = members.filter(({ member_id }) => member_id !== id)
      return { ...team, members: others, places: { ...places, taken: others.length } }
    }
    case 'resend': {
      const at = new Date(now()).toISOString()
      const resent = { state: 'waiting', state_since: at, failure: null } as const
      const renewed = invitations.map((one) =>
        one.invitation_id === id ? { ...one, ...resent } : one,
      )
      return { ...team, invitations: renewed }
    }
    case 'revoke':
      return { ...team, invitations: invitations.filter((one) => one.invitation_id !== id) }
  }
}
