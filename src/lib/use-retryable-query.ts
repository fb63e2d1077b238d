import {
  CancelledError,
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

/** A query's result. */
export interface RetryableQuery<Data> {
  /** May be stale, when a refetch failed. */
  data: Data | undefined
  isPending: boolean
  /** Tries again. Resolves when that try is over, and never throws. */
  retry: () => Promise<unknown>
}

type Options<Data, Key extends QueryKey> = UseQueryOptions<Data, Error, Data, Key> & {
  queryFn?: QueryFunction<Data, Key>
}

/** `useQuery` that can be retried while the first try goes on; the first answer wins (D58). */
export function useRetryableQuery<Data, Key extends QueryKey>(
  options: Options<Data, Key>,
): RetryableQuery<Data> {
  const client = useQueryClient()
  const { data, isPending, refetch } = useQuery(options)
  return {
    data,
    isPending,
    retry: () =>
      isPending
        ? retryInParallel(client, options.queryKey, async (signal) =>
            options.queryFn?.({ client, queryKey: options.queryKey, signal, meta: undefined }),
          )
        : refetch(),
  }
}

/**
 * A second try: the query's own `refetch` would return the pending promise.
 * @param fetch gets what the query keeps.
 */
export async function retryInParallel(
  client: QueryClient,
  queryKey: QueryKey,
  fetch: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const abort = () => controller.abort()
  // If the first try fails, this one goes on.
  client
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.then(abort, (error) => error instanceof CancelledError && abort())
  try {
    const data = await fetch(signal)
    if (signal.aborted) return
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, () => data)
  } catch {
    // The query's own try goes on and reports its outcome.
  }
}
