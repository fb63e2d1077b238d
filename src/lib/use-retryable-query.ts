import {
  CancelledError,
  QueryClient,
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

/** `useQuery` that can be retried while the first try goes on; the first answer wins (D58). */
export function useRetryableQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): RetryableQuery<Data> {
  const { data, isPending, refetch } = useQuery(options)
  return { data, isPending, retry: useRetry(options.queryKey, isPending, refetch) }
}

/** @returns `retry` of a query that is observed by other means. */
export function useRetry(
  queryKey: QueryKey,
  isPending: boolean,
  refetch: () => Promise<unknown>,
): () => Promise<unknown> {
  const client = useQueryClient()
  return () => (isPending ? retryInParallel(client, queryKey) : refetch())
}

/** A second try, in a cache of its own: the query's own `refetch` would return the pending promise. */
async function retryInParallel(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (!query) return
  const other = new QueryClient()
  const stop = () => other.cancelQueries()
  // If the first try fails, this one goes on.
  query.promise?.then(stop, (error) => (error instanceof CancelledError ? stop() : undefined))
  try {
    const data = await other.fetchQuery({ ...query.options, queryKey, retry: false, gcTime: 0 })
    await client.cancelQueries({ queryKey, exact: true })
    client.setQueryData(queryKey, () => data)
  } catch {
    // The query's own try goes on and reports its outcome.
  }
}
