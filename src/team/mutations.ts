import { mutationOptions } from '@tanstack/react-query'
import { call } from '../api/call'
import { profileQuery } from '../profile/queries'

/** Invites people by mail; answers the server's words about what happened to each address. */
export const inviteMutation = mutationOptions({
  mutationKey: ['invite'],
  mutationFn: async (emails: string[]) => (await call('inviteTeamMembers', { emails })).message,
  onSettled: (_message, _error, _emails, _result, { client }) => {
    // Not awaited: the form is done when the invitations are.
    void client.invalidateQueries({ queryKey: profileQuery.queryKey })
  },
})
