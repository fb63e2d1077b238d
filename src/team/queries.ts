import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call'

/** The team: members and invitations. For admins only, on our own server (D43). */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => call('getTeam', undefined, { signal }),
  staleTime: 10_000,
})
