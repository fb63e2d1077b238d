import { queryOptions } from '@tanstack/react-query'
import type { Profile } from '../../contract/profile'
import { call } from '../api/call'
import { isSessionError } from '../api/errors'
import { thisMoment } from '../api/moment'

/** Says of a profile when it came: what it says of a link's end counts from then. */
export const received = (profile: Profile) => ({ ...profile, receivedAt: thisMoment() })

export type ReceivedProfile = ReturnType<typeof received>

/** The signed-in user's profile, their organisation included. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    try {
      return received(await call('getProfile', undefined, { signal }))
    } catch (error) {
      // Called off is not failed, nor is what went with its session.
      if (!signal.aborted && !isSessionError(error))
        console.error('Failed to fetch profile data', error)
      throw error
    }
  },
  staleTime: 60_000,
})
