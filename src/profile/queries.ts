import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call'
import { isSessionError } from '../api/errors'

/** The signed-in user's profile, their organisation included. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    try {
      return await call('getProfile', undefined, { signal })
    } catch (error) {
      // Called off is not failed, nor is what went with its session.
      if (!signal.aborted && !isSessionError(error))
        console.error('Failed to fetch profile data', error)
      throw error
    }
  },
  staleTime: 60_000,
})
