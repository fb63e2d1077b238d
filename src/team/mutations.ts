import { mutationOptions } from '@tanstack/react-query'
import { call } from '../api/call'

/**
 * Invites people by mail; answers the server's words about what happened to each address. Nothing
 * that a screen shows changes with it, so nothing is asked for anew.
 */
export const inviteMutation = mutationOptions({
  mutationKey: ['invite'],
  mutationFn: async (emails: string[]) => (await call('inviteTeamMembers', { emails })).message,
})
