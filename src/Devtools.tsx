import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ReactQueryDevtools } from '@tanstack/react-query-devtools'
import type { RegisteredRouter } from '@tanstack/react-router'
import { TanStackRouterDevtools } from '@tanstack/react-router-devtools'

interface DevtoolsProps {
  router: RegisteredRouter
  queryClient: QueryClient
}

/** Shows developers the router and the cache. `src/main.tsx` keeps it out of builds. */
export function Devtools({ router, queryClient }: DevtoolsProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <TanStackRouterDevtools
        router={router}
        // Placed beside the sidebar, whose foot names the organisation.
        toggleButtonProps={{ style: { left: 'min(17rem, 100vw - 14rem)' } }}
      />
      <ReactQueryDevtools buttonPosition="bottom-right" />
      {/* Moves mock mode's panel away from these buttons, which are in the same corner, and on phones at the page's
          end. */}
      <style>{`
        body .mock-panel { inset-inline-end: 64px }
        @media (width < 640px) { body .mock-panel { margin-block-end: 72px } }
      `}</style>
    </QueryClientProvider>
  )
}
