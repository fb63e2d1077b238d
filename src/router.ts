import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { parseTextSearch, stringifyTextSearch } from './lib/text-search'
import { routeTree } from './routeTree.gen'

/** @returns the router over all screens; loaders prefetch into `queryClient`. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    parseSearch: parseTextSearch,
    stringifySearch: stringifyTextSearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
