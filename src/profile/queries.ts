import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Profile } from '../../contract/profile'
import { call } from '../api/call'
import { isSessionError } from '../api/errors'
import { thisMoment } from '../lib/moment'

/** Adds a profile's time of arrival, from which its link's lifetime counts. */
export const received = (profile: Profile) => ({ ...profile, receivedAt: thisMoment() })

export type ReceivedProfile = ReturnType<typeof received>

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    try {
      return received(await call('getProfile', undefined, { signal }))
    } catch (error) {
      // Aborted calls and calls of an ended session haven't failed.
      if (!signal.aborted && !isSessionError(error))
        console.error('Failed to fetch profile data', error)
      throw error
    }
  },
  staleTime: 60_000,
})

/**
 * @returns the profile, which the layout fetches; undefined until it is there. This hook doesn't fetch it, because a
 *   failed fetch would be repeated at each mount.
 */
export const useFetchedProfile = () => useQuery({ ...profileQuery, enabled: false }).data
