import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Writes a change that an answer confirms into the cache, then refetches in the background (D59).
 * Cancels the query first: its answer may be older.
 */
export async function showConfirmed<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (data: Data) => Data,
): Promise<void> {
  await client.cancelQueries({ queryKey })
  client.setQueryData<Data, QueryKey>(queryKey, (data) => data && change(data))
  void client.invalidateQueries({ queryKey })
}
