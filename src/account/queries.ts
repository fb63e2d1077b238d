import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../contract/calls'
import { call } from '../api/call'

/** One browser in which the user is signed in. */
export type Session = ResponseOf<'getSessions'>['sessions'][number]

/** Where the user is signed in. Of servers with the extension `account`. */
export const sessionsQuery = queryOptions({
  queryKey: ['account/sessions'],
  queryFn: async ({ signal }) => (await call('getSessions', undefined, { signal })).sessions,
  staleTime: 10_000,
})
