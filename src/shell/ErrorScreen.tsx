import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useContext } from 'react'
import { ApiError } from '../api/errors'
import { currentSession } from '../session/session'
import { Button } from '../ui/Button'
import { ButtonAnchor, ButtonLink } from '../ui/ButtonLink'
import { classNames } from '../ui/class-names'
import { ScreenFrame } from '../ui/screen-frame'
import { codeIsLost } from './lost-code'
import { focusHeading } from './page'

/** What shows in place of a screen where something went wrong that nobody caught. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  return (
    <Failure
      text="Something went wrong while showing this page. Trying again often helps."
      message={error instanceof Error ? error.message : String(error)}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={useRetry(reset)}
    />
  )
}

/** What shows at an address that has no page. */
export function NotFoundScreen() {
  return (
    <Failure
      status="404 Not Found"
      text="There is no page at this address. The link may be old or mistyped."
    />
  )
}

/**
 * @param reset lets the boundary that caught the error show its content again.
 * @returns what tries again: queries that failed, loaders that failed, code that didn't come.
 */
function useRetry(reset: () => void): () => void {
  const queries = useQueryErrorResetBoundary()
  const router = useRouter()
  return () => {
    // Browsers remember that a module failed; only a new document asks for it again.
    if (codeIsLost() && navigator.onLine) return window.location.reload()
    queries.reset()
    reset()
    void router.invalidate().finally(() => {
      // The button has gone with what failed.
      if (document.activeElement === document.body) focusHeading()
    })
  }
}

interface FailureProps {
  /** The status in words, where there is one. */
  status?: string
  text: string
  /** What went wrong, for developers: shown in development only. */
  message?: string
  /** Finds what went wrong in the server's log. */
  requestId?: string | undefined
  /** Tries again; without it there is nothing to try again. */
  onRetry?: () => void
}

function Failure({ status, text, message, requestId, onRetry }: FailureProps) {
  const frame = useContext(ScreenFrame)
  const Frame = frame ? 'div' : 'main'
  const Heading = frame === 'titled' ? 'h2' : 'h1'
  const look = onRetry ? 'secondary' : 'primary'
  const [back, label] = currentSession()
    ? (['/dashboard/default', 'Back to the dashboard'] as const)
    : (['/signin', 'Go to sign in'] as const)
  return (
    <Frame
      className={classNames(
        'flex flex-col items-center justify-center px-4 text-center',
        frame ? 'py-14 sm:py-20' : 'min-h-dvh py-10',
      )}
    >
      <LostChart />
      <Heading className="mt-8 text-22 font-[680] tracking-[-0.03em] text-ink sm:text-28">
        Unexpected Application Error!
      </Heading>
      {status && <p className="mt-2 text-16 font-semibold text-ink-2">{status}</p>}
      <p className="mt-2 max-w-lg text-15 text-balance text-ink-2">{text}</p>
      {requestId && (
        <p className="mt-2 text-14 break-all text-ink-2">
          If you ask for help, name this request: <code>{requestId}</code>
        </p>
      )}
      {import.meta.env.DEV && message && (
        <pre className="mt-5 max-h-60 max-w-full overflow-auto rounded-control border border-line bg-sunken px-4 py-3 text-start text-12h whitespace-pre-wrap text-ink-2">
          {message}
        </pre>
      )}
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        {frame === 'titled' ? (
          <ButtonLink to={back} look={look}>
            {label}
          </ButtonLink>
        ) : (
          // A whole new start: what broke the app may sit in its memory, or in an old build.
          <ButtonAnchor href={back} look={look}>
            {label}
          </ButtonAnchor>
        )}
      </div>
    </Frame>
  )
}

/** The product's drawing, a chart under a lens, with the line gone missing. */
function LostChart() {
  return (
    <svg
      viewBox="0 0 200 120"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="w-50 rtl:-scale-x-100"
    >
      <g className="stroke-line" strokeWidth="1.5">
        <path d="M4 28h192M4 56h192M4 84h192M4 112h192" />
      </g>
      <path
        d="M4 98c20-4 26-28 44-30 12-1 18 12 28 14"
        className="stroke-brand-500 dark:stroke-brand-400"
        strokeWidth="3.5"
      />
      <path
        d="M138 42c16-4 30-16 58-34"
        className="stroke-brand-200 dark:stroke-brand-800"
        strokeWidth="3"
        strokeDasharray="1 9"
      />
      <circle
        cx="106"
        cy="56"
        r="34"
        className="fill-surface stroke-brand-500 dark:stroke-brand-400"
        strokeWidth="5"
      />
      <path d="m131 81 20 21" className="stroke-brand-500 dark:stroke-brand-400" strokeWidth="9" />
      <path d="m96 46 20 20m0-20-20 20" className="stroke-ink-3" strokeWidth="4" />
    </svg>
  )
}
