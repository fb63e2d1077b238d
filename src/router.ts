import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type ParsedLocation, type RouterHistory } from '@tanstack/react-router'
import { storedSession } from './api/stored-session'
import { basePath } from './lib/base-path'
import { parseTextSearch, stringifyTextSearch } from './lib/text-search-params'
import { routeTree } from './routeTree.gen'
import { ErrorScreen, NotFoundScreen } from './shell/ErrorScreen'
import { PendingScreen } from './shell/PendingScreen'

/**
 * @param history defaults to the browser's.
 * @param findSession finds the user's session, by default in the browser's storage.
 * @returns the router of all screens. Its loaders prefetch into `queryClient`.
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

/**
 * Lets the router restore scroll positions, except where the user has already scrolled: a prerendered page can be
 * scrolled long before its code loads. Browsers restore no position (`src/boot/boot.ts`), so a page that isn't at its
 * top was scrolled by the user.
 * @returns the router's option `scrollRestoration`.
 */
function unlessScrolled(): (to: { location: ParsedLocation }) => boolean {
  let page: string | undefined
  let settledAt = 0
  return ({ location }) => {
    // The key of the history entry: a page that is opened again has another key.
    const opened = location.state.__TSR_key
    const isSamePage = page === undefined || page === opened
    const isScrolled = isSamePage && window.scrollY !== settledAt
    page = opened
    // The router scrolls right after this returns.
    queueMicrotask(() => {
      settledAt = window.scrollY
    })
    return !isScrolled
  }
}
