import { inviteMembers, openInvitation } from '../domain/invitation'
import { limitCalls } from '../domain/rate-limit'
import type { Handlers } from '../handler'

export const invitationHandlers: Pick<Handlers, 'inviteTeamMembers' | 'openInvitation'> = {
  async inviteTeamMembers({ services, caller, body, client }) {
    await limitCalls(services, 'inviteTeamMembers', client, caller.user.emailKey)
    return { message: await inviteMembers(services, caller, body.emails) }
  },

  async openInvitation({ services, body }) {
    return { origin_name: await openInvitation(services, body.invitation_token) }
  },
}
