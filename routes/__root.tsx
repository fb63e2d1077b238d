import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  type ErrorComponentProps,
  Outlet,
} from '@tanstack/react-router'
import { currentSession } from '../src/session/session'
import { ErrorScreen } from '../src/shell/ErrorScreen'
import { ToastRegion } from '../src/ui/ToastRegion'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: RootError,
})

function Root() {
  return (
    <>
      <Outlet />
      <ToastRegion />
    </>
  )
}

function RootError({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorScreen
      fullPage
      message={error instanceof Error ? error.message : String(error)}
      onRetry={reset}
      back={
        currentSession()
          ? { label: 'Back to the dashboard', to: '/dashboard/default' }
          : { label: 'Go to sign in', to: '/signin' }
      }
    />
  )
}
