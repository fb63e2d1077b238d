import { mutationOptions } from '@tanstack/react-query'
import type { ProfileUpdate } from '../../contract/profile'
import { call } from '../api/call'
import { writeConfirmed } from '../lib/mutations'
import { profileQuery, received } from './queries'

export const updateProfileMutation = mutationOptions({
  mutationFn: async (update: ProfileUpdate) => {
    try {
      return received(await call('updateProfile', update))
    } catch (error) {
      console.error('Error updating profile', error)
      throw error
    }
  },
  onSuccess: (profile, _update, _result, { client }) =>
    writeConfirmed(client, profileQuery.queryKey, () => profile),
})
