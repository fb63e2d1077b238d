import { Link } from '@tanstack/react-router'
import { Button } from '../ui/Button'
import { buttonClasses } from '../ui/button-classes'
import { classNames } from '../ui/class-names'

interface ErrorScreenProps {
  /** The status in words, '404 Not Found'; left out where there is none. */
  status?: string | undefined
  /** What went wrong, for developers: shown in development only. */
  message?: string | undefined
  /** Tries again; without it there is nothing to try again. */
  onRetry?: (() => void) | undefined
  /** The way back. */
  back: {
    label: 'Back to the dashboard' | 'Go to sign in'
    to: '/dashboard/default' | '/dashboard/main' | '/signin'
  }
  /** True: the only thing on the page. False: stands inside the dashboard's frame. */
  fullPage: boolean
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

/** What shows when a page can't be: an unknown address or an error nobody caught. */
export function ErrorScreen({ status, message, onRetry, back, fullPage }: ErrorScreenProps) {
  const Frame = fullPage ? 'main' : 'div'
  const Heading = fullPage ? 'h1' : 'h2'
  return (
    <Frame
      className={classNames(
        'flex flex-col items-center justify-center px-4 text-center',
        fullPage ? 'min-h-dvh py-10' : 'py-14 sm:py-20',
      )}
    >
      <LostChart />
      <Heading className="mt-8 text-22 font-[680] tracking-[-0.03em] text-ink sm:text-28">
        Unexpected Application Error!
      </Heading>
      {status && <p className="mt-2 text-16 font-semibold text-ink-2">{status}</p>}
      <p className="mt-2 max-w-lg text-15 text-balance text-ink-2">
        {status?.startsWith('404')
          ? 'There is no page at this address. The link may be old or mistyped.'
          : 'Something went wrong while showing this page. Trying again often helps.'}
      </p>
      {import.meta.env.DEV && message && (
        <pre className="mt-5 max-h-60 max-w-full overflow-auto rounded-control border border-line bg-sunken px-4 py-3 text-start text-12h whitespace-pre-wrap text-ink-2">
          {message}
        </pre>
      )}
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        {fullPage ? (
          // A whole new start: what broke the app may sit in its memory, or in an old build.
          <a href={back.to} className={buttonClasses(onRetry ? 'secondary' : 'primary')}>
            {back.label}
          </a>
        ) : (
          <Link to={back.to} className={buttonClasses(onRetry ? 'secondary' : 'primary')}>
            {back.label}
          </Link>
        )}
      </div>
    </Frame>
  )
}
