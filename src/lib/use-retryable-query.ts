import {
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

export interface RetryableQuery<Data> {
  /** May be stale, when a refetch failed. */
  data: Data | undefined
  isPending: boolean
  /** Tries again. Resolves when that try is over, and never throws. */
  retry: () => Promise<unknown>
}

/** `useQuery` that can be retried while the first try is still pending: that one is cancelled (D58). */
export function useRetryableQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): RetryableQuery<Data> {
  const { data, isPending, refetch } = useQuery(options)
  return { data, isPending, retry: useRetry(options.queryKey, refetch) }
}

/** @returns `retry` of a query that is observed by other means. */
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
