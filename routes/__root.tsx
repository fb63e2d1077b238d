import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { StoredSession } from '../src/api/stored-session'
import { reloadAfterChunkError } from '../src/shell/chunk-errors'
import { ProgressBar } from '../src/shell/ProgressBar'
import { useDocumentTitle, usePageFocus } from '../src/shell/page'
import { ToastRegion } from '../src/ui/toasts/ToastRegion'

interface Context {
  queryClient: QueryClient
  /** Finds the user's session; null: nobody is signed in. */
  findSession: () => StoredSession | null
}

export const Route = createRootRouteWithContext<Context>()({
  beforeLoad: ({ preload, location }) =>
    preload ? undefined : reloadAfterChunkError(location.pathname),
  component: Root,
})

function Root() {
  useDocumentTitle()
  usePageFocus()
  return (
    <>
      <ProgressBar />
      <Outlet />
      <ToastRegion />
    </>
  )
}
