import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Milliseconds of the first pause. */
const firstPause = 2_000

/** Milliseconds of waiting after which refetching stops: twelve attempts. */
const longestWait = 8 * 60_000

/**
 * Refetches a query at ever longer intervals while a change at the server is awaited, so that it shows without a
 * reload; then stops. Returning to the page refetches anyway.
 * @param options as for `useQuery`.
 * @param awaited names the awaited change; another name starts anew. Empty or undefined: none.
 */
export function useRefetchWhile<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  awaited: string | undefined,
): void {
  const [wait, setWait] = useState({ awaited, begin: Date.now() })
  if (wait.awaited !== awaited) setWait({ awaited, begin: Date.now() })
  useQuery({
    ...options,
    refetchInterval: ({ state }) => {
      const lastTry = Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
      const waited = Math.max(lastTry - wait.begin, 0)
      return awaited && waited < longestWait ? firstPause + waited / 2 : false
    },
    // The component that shows the data renders it.
    notifyOnChangeProps: [],
  })
}
