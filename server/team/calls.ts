import type { Handlers } from '../api/handler'
import { requireFactorOfCaller } from '../two-factor/second-factor-check'
import { inviteMembers, openInvitation, resendInvitation, revokeInvitation } from './invitation'
import { resetTwoFactor } from './second-factor-reset'
import { removeMember, setRole } from './team'
import { listTeam } from './team-list'

export const teamHandlers = {
  getTeam: ({ services, caller }) => listTeam(services, caller),

  async setRole({ services, caller, client, network, body }) {
    await requireFactorOfCaller(services, caller, body, client)
    await setRole(services, caller, network, body.member_id, body.is_organization_admin)
  },

  async removeMember({ services, caller, client, network, body }) {
    await requireFactorOfCaller(services, caller, body, client)
    await removeMember(services, caller, network, body.member_id)
  },

  async resetTwoFactor({ services, caller, client, network, body }) {
    await requireFactorOfCaller(services, caller, body, client)
    await resetTwoFactor(services, caller, body.member_id, network)
  },

  async resendInvitation({ services, caller, network, body }) {
    return { message: await resendInvitation(services, caller, network, body.invitation_id) }
  },

  async revokeInvitation({ services, caller, network, body }) {
    await revokeInvitation(services, caller, network, body.invitation_id)
  },

  async inviteTeamMembers({ services, caller, body, network }) {
    return inviteMembers(services, caller, network, body.emails)
  },

  async openInvitation({ services, body, network }) {
    const { organisationName, email } = await openInvitation(
      services,
      body.invitation_token,
      network,
    )
    return { origin_name: organisationName, email }
  },
} satisfies Partial<Handlers>
