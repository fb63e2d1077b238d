import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call'

/** Who is in the organisation, and who is invited. For admins only, of servers with the extension `team`. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => call('getTeam', undefined, { signal }),
  staleTime: 10_000,
})
