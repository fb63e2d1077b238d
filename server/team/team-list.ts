import type { InvitationState, Team } from '../../contract/team'
import type { Caller } from '../api/caller'
import type { Services } from '../api/services'
import { limitsOf } from '../billing/plan/shown-plan'
import type { SecondFactorMode } from '../two-factor/second-factor-due'
import { isOpen } from './seats'
import type { Invitation } from './tables'
import { readTeam } from './team'

/** @returns the state of an invitation's mail, and the time since when. */
function stateOf(invitation: Invitation, now: Date): { state: InvitationState; since: Date } {
  const { expiresAt, openedAt, mailSettledAt, mailFailure, createdAt } = invitation
  if (expiresAt <= now) return { state: 'expired', since: expiresAt }
  if (openedAt) return { state: 'opened', since: openedAt }
  if (mailFailure !== null) return { state: 'failed', since: mailSettledAt ?? createdAt }
  if (mailSettledAt === null) return { state: 'waiting', since: createdAt }
  return { state: 'sent', since: mailSettledAt }
}

/** @returns the caller's team for the wire. */
export async function listTeam(
  services: Pick<Services, 'store' | 'clock' | 'withoutPlan'> & SecondFactorMode,
  { user, organisation, live }: Pick<Caller, 'user' | 'organisation' | 'live'>,
): Promise<Team> {
  const now = services.clock()
  const team = await readTeam(services, organisation.id)
  return {
    members: team.members.map((member) => ({
      member_id: member.id,
      full_name: member.fullName,
      email: member.email,
      is_organization_admin: member.isAdmin,
      joined_at: member.createdAt.toISOString(),
      ...(services.twoFactor.mode !== 'off' && { has_second_factor: member.hasSecondFactor }),
      is_self: member.id === user.id,
    })),
    invitations: team.invitations.map((invitation) => {
      const { state, since } = stateOf(invitation, now)
      return {
        invitation_id: invitation.id,
        email: invitation.email,
        invited_by: invitation.invitedBy,
        state,
        state_since: since.toISOString(),
        failure: state === 'failed' ? invitation.mailFailure : null,
        expires_at: invitation.expiresAt.toISOString(),
      }
    }),
    places: {
      taken: team.members.length,
      reserved: team.invitations.filter((invitation) => isOpen(invitation, now)).length,
      limit: limitsOf(services, live).members ?? null,
    },
  }
}
