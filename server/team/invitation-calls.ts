import type { Handlers } from '../http/handler'
import { inviteMembers, openInvitation } from './invitation'

export const invitationHandlers: Pick<Handlers, 'inviteTeamMembers' | 'openInvitation'> = {
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
}
