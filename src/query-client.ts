import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { calls } from '../contract/calls'
import { ApiError, isTransient } from './api/errors'
import { profileQuery } from './profile/queries'

type Paths = (typeof calls)[keyof typeof calls]['path']
type NameIn<Path> = Path extends `/api/${infer Name}/` ? Name : never

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * A key begins with its call's name in the address (`/api/pricing/`), because the boot script fetches the calls of
     * a page's loader early (`src/prerender.tsx`). Other kinds of queries follow.
     */
    queryKey: readonly [NameIn<Paths>, ...unknown[]] | readonly ['currency']
  }
}

/** @returns the query cache, the app's only copy of server data. */
export function createQueryClient(): QueryClient {
  /** Refetches the profile after a refusal for admins only: the user may be a member by now (D7). */
  function askForRole(error: unknown): void {
    if (!(error instanceof ApiError) || error.status !== 403) return
    void client.invalidateQueries({ queryKey: profileQuery.queryKey })
  }
  const client = new QueryClient({
    mutationCache: new MutationCache({ onError: askForRole }),
    queryCache: new QueryCache({
      onError: (error, { queryKey: [name] }) => name !== 'profile' && askForRole(error),
    }),
    defaultOptions: {
      queries: {
        // Offline, calls fail with an error. By default they would wait silently.
        networkMode: 'always',
        // `networkMode` would switch this off.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
