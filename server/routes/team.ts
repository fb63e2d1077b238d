import { resendInvitation, revokeInvitation } from '../domain/invitation'
import { removeMember, setRole } from '../domain/team'
import { listTeam } from '../domain/team-list'
import type { Handlers } from '../handler'

export const teamHandlers: Pick<
  Handlers,
  'getTeam' | 'setRole' | 'removeMember' | 'resendInvitation' | 'revokeInvitation'
> = {
  getTeam: ({ services, caller }) => listTeam(services, caller),

  async setRole({ services, caller, network, body }) {
    await setRole(services, caller, network, body.member_id, body.is_organization_admin)
  },

  async removeMember({ services, caller, network, body }) {
    await removeMember(services, caller, network, body.member_id)
  },

  async resendInvitation({ services, caller, network, body }) {
    return { message: await resendInvitation(services, caller, network, body.invitation_id) }
  },

  async revokeInvitation({ services, caller, network, body }) {
    await revokeInvitation(services, caller, network, body.invitation_id)
  },
}
