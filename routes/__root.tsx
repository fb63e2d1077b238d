import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  type ErrorComponentProps,
  Outlet,
} from '@tanstack/react-router'
import { currentSession } from '../src/session/session'
import { useDocumentTitle } from '../src/shell/document-title'
import { ErrorScreen } from '../src/shell/ErrorScreen'
import { errorText } from '../src/shell/error-text'
import { Notices } from '../src/shell/Notices'
import { ProgressBar } from '../src/shell/ProgressBar'
import { useRetry } from '../src/shell/use-retry'
import { ToastRegion } from '../src/ui/ToastRegion'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: RootError,
})

function Root() {
  useDocumentTitle()
  return (
    <>
      <ProgressBar />
      <Outlet />
      <ToastRegion />
      <Notices />
    </>
  )
}

/** For what breaks outside the dashboard's frame, or breaks the frame itself. */
function RootError({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorScreen
      fullPage
      message={errorText(error)}
      onRetry={useRetry(reset)}
      back={
        currentSession()
          ? { label: 'Back to the dashboard', to: '/dashboard/default' }
          : { label: 'Go to sign in', to: '/signin' }
      }
    />
  )
}
