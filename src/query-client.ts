import { QueryClient } from '@tanstack/react-query'
import { mayPass } from './api/errors'

/** @returns the cache of what the server answered: the only copy of server data in the app. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network, calls fail and say so; the default would wait in silence.
        networkMode: 'always',
        // What that would switch off.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
