import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call'
import { settings } from '../settings'

/** The team: members and invitations. For admins only, on our own server (D43). */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => call('getTeam', undefined, { signal }),
  staleTime: 10_000,
})

/** Fetches the team with a page of an admin, so that it is there when a dialog opens. */
export const useTeamAhead = () => useQuery({ ...teamQuery, enabled: settings.isOurServer })
