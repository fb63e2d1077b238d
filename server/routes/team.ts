import { resendInvitation, revokeInvitation } from '../domain/invitation'
import { requireGuardCode } from '../domain/second-factor-check'
import { removeMember, setRole } from '../domain/team'
import { listTeam } from '../domain/team-list'
import type { Handlers } from '../handler'

export const teamHandlers: Pick<
  Handlers,
  'getTeam' | 'setRole' | 'removeMember' | 'resendInvitation' | 'revokeInvitation'
> = {
  getTeam: ({ services, caller }) => listTeam(services, caller),

  async setRole({ services, caller, client, body }) {
    await requireGuardCode(services, caller, body.one_time_code, client())
    const { network } = client()
    await setRole(services, caller, network, body.member_id, body.is_organization_admin)
  },

  async removeMember({ services, caller, client, body }) {
    await requireGuardCode(services, caller, body.one_time_code, client())
    await removeMember(services, caller, client().network, body.member_id)
  },

  async resendInvitation({ services, caller, network, body }) {
    return { message: await resendInvitation(services, caller, network, body.invitation_id) }
  },

  async revokeInvitation({ services, caller, network, body }) {
    await revokeInvitation(services, caller, network, body.invitation_id)
  },
}
