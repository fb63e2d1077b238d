import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { reloadAfterChunkError } from '../src/shell/chunk-errors'
import { Notices } from '../src/shell/Notices'
import { ProgressBar } from '../src/shell/ProgressBar'
import { useDocumentTitle, usePageFocus } from '../src/shell/page'
import { ToastRegion } from '../src/ui/toasts/ToastRegion'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
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
      <Notices />
    </>
  )
}
