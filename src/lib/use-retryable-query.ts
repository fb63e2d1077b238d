import {
  CancelledError,
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

/** Something asked for, as far as it is there. */
export interface RetryableQuery<Data> {
  /** Also an old one, when asking for a newer one has failed. */
  data: Data | undefined
  isPending: boolean
  /** Asks again. Resolves when that try is over, and never throws. */
  retry: () => Promise<unknown>
}

type Options<Data, Key extends QueryKey> = UseQueryOptions<Data, Error, Data, Key> & {
  queryFn?: QueryFunction<Data, Key>
}

/** `useQuery`, where one can ask again while the first try goes on: the first answer shows (D58). */
export function useRetryableQuery<Data, Key extends QueryKey>(
  options: Options<Data, Key>,
): RetryableQuery<Data> {
  const client = useQueryClient()
  const { data, isPending, refetch } = useQuery(options)
  return {
    data,
    isPending,
    retry: () => (isPending ? retryInParallel(client, options) : refetch()),
  }
}

/** One more try beside that of the query, which would only hand out the promise of its own. */
async function retryInParallel<Data, Key extends QueryKey>(
  client: QueryClient,
  { queryKey, queryFn }: Options<Data, Key>,
): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const abort = () => controller.abort()
  // Where the first try has failed, this one may still bring an answer.
  client
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.then(abort, (error) => error instanceof CancelledError && abort())
  try {
    const data = await queryFn?.({ client, queryKey, signal, meta: undefined })
    if (signal.aborted) return
    await client.cancelQueries({ queryKey })
    client.setQueryData<Data, QueryKey>(queryKey, () => data)
  } catch {
    // The query's own try goes on, and tells what becomes of it.
  }
}
