import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useContext } from 'react'
import { ApiError } from '../api/errors'
import { storedSession } from '../api/stored-session'
import { basePath } from '../lib/base-path'
import { Button } from '../ui/Button'
import { ButtonAnchor, ButtonLink } from '../ui/ButtonLink'
import { Lens } from '../ui/Lens'
import { ScreenFrame } from '../ui/screen-frame'
import { lostCode } from './chunk-errors'
import { focusHeading } from './page'

/**
 * Explains the error below its heading, and offers ways out.
 * @param problem see `ErrorScreen.tsx`; without one there is nothing to retry.
 */
export function FailureDetails({ problem }: { problem: ErrorComponentProps | undefined }) {
  const router = useRouter()
  const isTitled = useContext(ScreenFrame) === 'titled'
  const look = problem ? 'secondary' : 'primary'
  const error: unknown = problem?.error
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const [back, label] = storedSession()
    ? (['/dashboard/default', 'Back to the dashboard'] as const)
    : (['/signin', 'Go to sign in'] as const)

  function retry() {
    // Browsers remember failed modules: only a new document loads them again.
    if (lostCode.get() !== 'nothing' && navigator.onLine) return window.location.reload()
    problem?.reset()
    void router.invalidate().finally(() => {
      // The clicked button, which had the focus, has disappeared.
      if (document.activeElement === document.body) focusHeading()
    })
  }

  return (
    <>
      <p className="mt-1 max-w-105 text-balance text-ink-2">
        {problem
          ? 'Something went wrong while showing this page. Trying again often helps.'
          : '404 Not Found. There is no page at this address. The link may be old or mistyped.'}
      </p>
      {requestId && (
        <p className="mt-2 text-14 break-all text-ink-2">
          If you ask for help, quote this request ID: <code translate="no">{requestId}</code>
        </p>
      )}
      {import.meta.env.DEV && problem && (
        <pre className="mt-5 max-h-60 max-w-full overflow-auto rounded-control border border-line bg-sunken px-4 py-3 text-start text-12h whitespace-pre-wrap text-ink-2">
          {error instanceof Error ? error.message : String(error)}
        </pre>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-2.5">
        {problem && <Button onClick={retry}>Try again</Button>}
        {isTitled ? (
          <ButtonLink to={back} look={look}>
            {label}
          </ButtonLink>
        ) : (
          // Opens a new document, because the cause may be in memory or in an old build.
          <ButtonAnchor href={basePath + back} look={look}>
            {label}
          </ButtonAnchor>
        )}
      </div>
    </>
  )
}

/** The product's logo with a cross in its lens. */
export function LostChart() {
  return <Lens icon={X} />
}
