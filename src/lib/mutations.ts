import {
  type DataTag,
  type MutationOptions,
  type QueryClient,
  type QueryKey,
  useMutationState,
} from '@tanstack/react-query'

/** @returns the variables of all pending mutations of this kind, in any component. */
export function useVariablesInFlight<Data, Variables, Result>({
  mutationKey,
}: MutationOptions<Data, Error, Variables, Result>): Variables[] {
  return useMutationState({
    filters: { ...(mutationKey && { mutationKey }), status: 'pending' },
    select: ({ state }) => state.variables as Variables,
  })
}

/**
 * Writes a change that an answer confirms into the cache, then refetches in the background (D59).
 * Cancels the query first: its answer may be older.
 */
export async function writeConfirmed<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (data: Data) => Data,
): Promise<void> {
  await client.cancelQueries({ queryKey })
  client.setQueryData<Data, QueryKey>(queryKey, (data) => data && change(data))
  void client.invalidateQueries({ queryKey })
}
