import { CatchBoundary, type ErrorComponentProps, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentSession } from '../session/session'
import { ErrorScreen } from './ErrorScreen'
import { errorText } from './error-text'
import { useRetry } from './use-retry'

/** Catches what goes wrong in a screen, or on the way to it, and keeps the frame around it. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  // Another page, or the same one loaded anew, is another chance.
  const match = useMatches({ select: (matches) => matches.at(-1) })
  return (
    <CatchBoundary getResetKey={() => match} errorComponent={ScreenError}>
      {children}
    </CatchBoundary>
  )
}

function ScreenError({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorScreen
      fullPage={false}
      message={errorText(error)}
      onRetry={useRetry(reset)}
      back={{
        label: 'Back to the dashboard',
        to: currentSession()?.isAdmin ? '/dashboard/default' : '/dashboard/main',
      }}
    />
  )
}
