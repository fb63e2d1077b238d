import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call'

/** Whether an organisation with that slug exists. */
export const organisationExistsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organisation', slug, 'exists'],
    queryFn: async ({ signal }) =>
      (await call('checkOrganisation', { organisation_url: slug }, { signal })).exists,
    // The loader and the screen share one answer.
    staleTime: 5_000,
    retry: false,
  })
