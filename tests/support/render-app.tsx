import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { expect, vi } from 'vitest'
import { demoAdmin, demoMember, demoPassword } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { startSession } from '../../src/api/stored-session'
import { createQueryClient } from '../../src/query-client'
import { createAppRouter } from '../../src/router'
import { followSession } from '../../src/session/follow-session'
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
  const [router, removeListeners] = withListeners(() =>
    createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] })),
  )
  const stopFollowing = followSession(router, queryClient)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <AtTheEnd
        run={() => {
          stopFollowing()
          removeListeners()
          queryClient.clear()
        }}
      />
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup(),
    queryClient,
    address: () => router.state.location.href,
    goTo: (to: string) => router.navigate({ href: to }),
    goBack: () => router.history.back(),
  }
}

/**
 * Creates something that never ends in the app, as a router, whose listeners would keep every test's in memory.
 * @returns it, and a function that removes the listeners it has added.
 */
function withListeners<Result>(create: () => Result): [Result, () => void] {
  const targets: readonly EventTarget[] = [window, document]
  const spies = targets.map((target) => vi.spyOn(target, 'addEventListener'))
  const result = create()
  const added = spies.map(({ mock }) => [...mock.calls])
  for (const spy of spies) spy.mockRestore()
  return [
    result,
    () => {
      for (const [index, target] of targets.entries()) {
        for (const [type, listener, options] of added[index] ?? []) {
          target.removeEventListener(type, listener, options)
        }
      }
    },
  ]
}

/** Does something when the app is taken down. */
function AtTheEnd({ run }: { run: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is rendered once
  useEffect(() => run, [])
  return null
}

export async function signedInAs(role: 'admin' | 'member'): Promise<void> {
  const { email } = role === 'admin' ? demoAdmin : demoMember
  startSession(await call('login', { email, password: demoPassword }), true)
  api.requests.length = 0
}

/** Signs in, and opens the app at an address. */
export async function openAs(role: 'admin' | 'member', address: string) {
  await signedInAs(role)
  return openApp(address)
}

/** Waits until the screen shows the caches' state: they notify it in a task of their own. */
export async function settled(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve)))
}

/** Puts a text in the place of a field's. Typing it key by key takes long, and renders the screen for each. */
export function enter(field: HTMLElement, text: string): void {
  fireEvent.input(field, { target: { value: text } })
}

/** @returns the toasts that show: tone, text and detail. */
export const shownToasts = () =>
  [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].map((toast) => [
    toast.dataset.type,
    toast.querySelector('[data-title]')?.textContent,
    toast.querySelector('[data-description]')?.textContent ?? '',
  ])

/** Waits until a toast of this tone says this, and nothing else. A detail may be `expect.stringMatching(…)`. */
export const toasted = (
  tone: 'success' | 'error' | 'info' | 'warning',
  text: string,
  detail: unknown = '',
): Promise<void> => waitFor(() => expect(shownToasts()).toContainEqual([tone, text, detail]))
