import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call'
import { tableSort } from '../ui/table/table-sort'

/** The team: members and invitations. For admins only, on our own server (D43). */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => call('getTeam', undefined, { signal }),
  staleTime: 10_000,
})

/** Members in the order in which they joined, then invitations. */
export const teamSort = tableSort({ person: 'asc', role: 'asc', status: 'asc' }, 'status')
export type TeamSort = ReturnType<typeof teamSort.of>
