import {
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

export interface RetryableQuery<Data> {
  /** The data, which may be stale after a failed refetch. */
  data: Data | undefined
  isPending: boolean
  /** Tries again. Resolves when the attempt is over, and never throws. */
  retry: () => Promise<unknown>
}

/** `useQuery` with a retry that cancels a pending attempt. */
export function useRetryableQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): RetryableQuery<Data> {
  const { data, isPending, refetch } = useQuery(options)
  return { data, isPending, retry: useRetry(options.queryKey, refetch) }
}

/** @returns the `retry` of a query that another hook observes. */
export function useRetry(
  queryKey: QueryKey,
  refetch: () => Promise<unknown>,
): () => Promise<unknown> {
  const client = useQueryClient()
  return async () => {
    // `refetch` alone would return the pending promise.
    await client.cancelQueries({ queryKey, exact: true })
    return await refetch()
  }
}
