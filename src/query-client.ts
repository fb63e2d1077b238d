import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { calls } from '../contract/calls'
import { ApiError, isTransient } from './api/errors'
import { profileQuery } from './profile/queries'

type Paths = (typeof calls)[keyof typeof calls]['path']
type NameIn<Path> = Path extends `/api/${infer Name}/` ? Name : never

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * A key begins with its call's name in the address (`/api/pricing/`), so that the boot script can ask
     * early for whatever a page's loader asks for (`src/prerender.tsx`). Queries of other kinds follow.
     */
    queryKey:
      | readonly [NameIn<Paths>, ...unknown[]]
      | readonly ['organisation', slug: string, 'exists']
      | readonly ['currency']
  }
}

/** @returns the cache of what the server answered: the only copy of server data in the app. */
export function createQueryClient(): QueryClient {
  /** Who is refused as no admin may have been one until now: the profile tells (D7). */
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
        // Without a network, calls fail and say so; the default would wait in silence.
        networkMode: 'always',
        // What that would switch off.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
