import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { demoAdmin, demoMember, demoPassword } from '../../server/demo'
import { call } from '../../src/api/call'
import { createQueryClient } from '../../src/query-client'
import { createAppRouter } from '../../src/router'
import { followSession } from '../../src/session/follow-session'
import { startSession } from '../../src/session/session'
import { api } from './test-api'

/**
 * Opens the whole app at an address, as `src/main.tsx` does, over the API of the tests.
 * @returns the user, and the objects that a test may inspect: the address, the cache.
 */
export function openApp(address: string) {
  const queryClient = createQueryClient()
  // As often as in the app, without the waiting in between.
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 },
  })
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] }))
  onTestFinished(followSession(router, queryClient))
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup(),
    queryClient,
    /** The address that shows, with its search. */
    address: () => router.state.location.href,
    goTo: (to: string) => router.navigate({ href: to }),
  }
}

/** Signs in as the demo organisation's admin or member, before the app is opened. */
export async function signedInAs(role: 'admin' | 'member'): Promise<void> {
  const { email } = role === 'admin' ? demoAdmin : demoMember
  startSession(await call('login', { email, password: demoPassword }), true)
  api.requests.length = 0
}

/** Waits until the screen shows the caches' state: they notify it in a task of their own. */
export async function settled(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve)))
}
