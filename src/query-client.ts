import { QueryClient } from '@tanstack/react-query'
import type { calls } from '../contract/calls'
import { isTransient } from './api/errors'

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
  return new QueryClient({
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
}
