import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../contract/calls'
import { call } from '../api/call'

export type OrganisationDetails = ResponseOf<'getOrganisation'>

/** The organisation's name, its address and its rule. For admins only, on our own server (D43). */
export const organisationQuery = queryOptions({
  queryKey: ['organisation'],
  queryFn: ({ signal }) => call('getOrganisation', undefined, { signal }),
  staleTime: 10_000,
})
