import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ReactQueryDevtools } from '@tanstack/react-query-devtools'
import type { RegisteredRouter } from '@tanstack/react-router'
import { TanStackRouterDevtools } from '@tanstack/react-router-devtools'

interface DevtoolsProps {
  router: RegisteredRouter
  queryClient: QueryClient
}

/** A look into the router and the cache, for developers. In no build: `src/main.tsx` sees to it. */
export function Devtools({ router, queryClient }: DevtoolsProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <TanStackRouterDevtools router={router} position="bottom-left" />
      <ReactQueryDevtools buttonPosition="bottom-right" />
    </QueryClientProvider>
  )
}
