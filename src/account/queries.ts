import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../contract/calls'
import { call } from '../api/call'

export type Session = ResponseOf<'getSessions'>['sessions'][number]

/** The user's sessions, on our own server (D43). */
export const sessionsQuery = queryOptions({
  queryKey: ['account/sessions'],
  queryFn: async ({ signal }) => (await call('getSessions', undefined, { signal })).sessions,
  staleTime: 10_000,
})

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call('getTwoFactor', undefined, { signal }),
  staleTime: 10_000,
})
