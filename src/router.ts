import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { storedSession } from './api/stored-session'
import { basePath } from './lib/base-path'
import { parseTextSearch, stringifyTextSearch } from './lib/text-search-params'
import { unlessScrolled } from './lib/unless-scrolled'
import { routeTree } from './routeTree.gen'
import { ErrorScreen, NotFoundScreen } from './shell/ErrorScreen'
import { PendingScreen } from './shell/PendingScreen'

/**
 * @param history the browser's unless given.
 * @param findSession finds the user's session: in the browser's storage unless given.
 * @returns the router over all screens; loaders prefetch into `queryClient`.
 */
export function createAppRouter(
  queryClient: QueryClient,
  history?: RouterHistory,
  findSession = storedSession,
) {
  return createRouter({
    routeTree,
    basepath: basePath || '/',
    ...(history && { history }),
    context: { queryClient, findSession },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorScreen,
    defaultPendingComponent: PendingScreen,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: unlessScrolled(),
    parseSearch: parseTextSearch,
    stringifySearch: stringifyTextSearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
