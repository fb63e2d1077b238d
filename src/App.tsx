import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { createAppRouter } from './router'

interface AppProps {
  router: ReturnType<typeof createAppRouter>
  queryClient: QueryClient
}

/** The root of the app, prerendered or in the browser. */
export function App({ router, queryClient }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
