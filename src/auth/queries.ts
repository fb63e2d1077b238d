import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call'

/** Whether an organisation has the slug, or had it, and its present slug. */
export const organisationExistsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organisation_exist', slug],
    queryFn: ({ signal }) => call('checkOrganisation', { organisation_url: slug }, { signal }),
    // The loader and the screen share one answer.
    staleTime: 5_000,
    retry: false,
  })
