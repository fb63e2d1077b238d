import { mutationOptions } from '@tanstack/react-query'
import type { SecondFactorProof } from '../../contract/second-factor-proof'
import type { Team, TeamInvitation, TeamMember } from '../../contract/team'
import { call } from '../api/call'
import { writeConfirmed } from '../lib/mutations'
import { now } from '../lib/server-clock'
import { settings } from '../settings'
import { teamQuery } from './queries'

const { queryKey } = teamQuery

/**
 * Invites people by mail; answers the server's text, whether anybody was invited, and who wasn't (our own server's,
 * D102). Refetches the team's list if it is shown.
 */
export const inviteMutation = mutationOptions({
  mutationFn: async (emails: string[]) => {
    const { message, ...told } = await call('inviteTeamMembers', { emails })
    const { invited, excluded = [] } = settings.isOurServer ? told : {}
    return { message, isNobody: invited === 0, excluded }
  },
  onSettled: (_message, _error, _emails, _result, { client }) =>
    void client.invalidateQueries({ queryKey }),
})

/** What the admin's second factor guards (D92): its proof, once the server has asked for it. */
interface WithProof {
  proof?: SecondFactorProof
}

/** The actions that admins have on a row of the team. */
export type TeamChange =
  | ({ kind: 'role'; member: TeamMember; isAdmin: boolean } & WithProof)
  | ({ kind: 'remove'; member: TeamMember } & WithProof)
  | ({ kind: 'reset-second-factor'; member: TeamMember } & WithProof)
  | { kind: 'resend'; invitation: TeamInvitation }
  | { kind: 'revoke'; invitation: TeamInvitation }

/** @returns the id of the row that a change concerns. */
export function changedRow(change: TeamChange): string {
  return 'member' in change ? change.member.member_id : change.invitation.invitation_id
}

/** Changes the team; answers the server's text, if any. */
export const teamMutation = mutationOptions({
  mutationKey: ['change-team'],
  mutationFn: async (change: TeamChange): Promise<string | undefined> => {
    switch (change.kind) {
      case 'role': {
        await call('setRole', { ...memberOf(change), is_organization_admin: change.isAdmin })
        return undefined
      }
      case 'remove':
        await call('removeMember', memberOf(change))
        return undefined
      case 'reset-second-factor':
        await call('resetTwoFactor', memberOf(change))
        return undefined
      case 'resend': {
        const { invitation_id } = change.invitation
        return (await call('resendInvitation', { invitation_id })).message
      }
      case 'revoke':
        await call('revokeInvitation', { invitation_id: change.invitation.invitation_id })
        return undefined
    }
  },
  onSuccess: (_message, change, _result, { client }) =>
    writeConfirmed(client, queryKey, (team) => changed(team, change)),
  // Somebody else may have changed it first.
  onError: (_error, _change, _result, { client }) => void client.invalidateQueries({ queryKey }),
})

const memberOf = ({ member, proof }: { member: TeamMember } & WithProof) => ({
  member_id: member.member_id,
  ...proof,
})

function changed({ members, invitations, places }: Team, change: TeamChange): Team {
  const id = changedRow(change)
  switch (change.kind) {
    case 'role': {
      const roles = members.map((member) =>
        member.member_id === id ? { ...member, is_organization_admin: change.isAdmin } : member,
      )
      return { members: roles, invitations, places }
    }
    case 'remove': {
      const others = members.filter(({ member_id }) => member_id !== id)
      return { members: others, invitations, places: { ...places, taken: others.length } }
    }
    case 'reset-second-factor': {
      const without = members.map((member) =>
        member.member_id === id ? { ...member, has_second_factor: false } : member,
      )
      return { members: without, invitations, places }
    }
    case 'resend': {
      const sent = {
        state: 'waiting',
        state_since: new Date(now()).toISOString(),
        failure: null,
      } as const
      const renewed = invitations.map((one) =>
        one.invitation_id === id ? { ...one, ...sent } : one,
      )
      return { members, invitations: renewed, places }
    }
    case 'revoke': {
      const others = invitations.filter(({ invitation_id }) => invitation_id !== id)
      return { members, invitations: others, places }
    }
  }
}
