import { CircleAlert, ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button'
import { ButtonAnchor } from '../ui/ButtonLink'
import { EmptyState } from '../ui/EmptyState'
import { Skeleton } from '../ui/Skeleton'
import { useTheme } from '../ui/theme'
import { frameIdentity, themedAddress } from './frame-address'

/** How long a dashboard may take before its frame says that something may be wrong, in ms (D24). */
const lateAfter = 15_000

interface DashboardFrameProps {
  title: string
  /** An address that `isFrameAddress` accepts, as the profile carries it. */
  address: string
}

/** The embedded dashboard, with a placeholder until it loads and a way on when it doesn't. */
export function DashboardFrame({ title, address }: DashboardFrameProps) {
  // A later answer that differs only in the signed token doesn't replace a frame that shows (D24).
  const [shown, setShown] = useState(address)
  if (frameIdentity(shown) !== frameIdentity(address)) setShown(address)
  const [attempt, setAttempt] = useState(0)

  return (
    <Attempt
      key={`${attempt} ${frameIdentity(shown)}`}
      title={title}
      address={shown}
      newest={address}
      takesFocus={attempt > 0}
      onTryAgain={() => {
        setShown(address)
        setAttempt(attempt + 1)
      }}
    />
  )
}

interface AttemptProps extends DashboardFrameProps {
  /** The same dashboard's address as the profile carries it now: its signed token lasts longest. */
  newest: string
  /** The button that asked for it is gone, and the focus with it. */
  takesFocus: boolean
  onTryAgain: () => void
}

function Attempt({ title, address, newest, takesFocus, onTryAgain }: AttemptProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const theme = useTheme()
  const [opened] = useState(() => themedAddress(address, theme))
  const shows = useRef({ address, going: opened })
  const [state, setState] = useState<'loading' | 'late' | 'loaded'>('loading')

  // The frame is sent on rather than given another `src`: a fragment then changes without a reload,
  // and the back button doesn't step through themes.
  useEffect(() => {
    const { address, going } = shows.current
    const themed = themedAddress(address, theme)
    if (themed === going) return
    const reloads = documentOf(themed) !== documentOf(going)
    // A token that has expired by now would open nothing.
    const next = reloads ? themedAddress(newest, theme) : themed
    shows.current = { address: reloads ? newest : address, going: next }
    frame.current?.contentWindow?.location.replace(new URL(next, window.location.href).href)
  }, [theme, newest])

  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) frame.current?.focus()
  }, [takesFocus])

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('late'), lateAfter)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <div
      className={`relative h-frame overflow-hidden rounded-control ${state === 'loaded' ? '' : 'bg-sunken'}`}
    >
      {state !== 'loaded' && (
        <div className="absolute inset-0 p-4 sm:p-6">
          {state === 'late' ? (
            <LateNote address={themedAddress(newest, theme)} onTryAgain={onTryAgain} />
          ) : (
            <FramePlaceholder />
          )}
        </div>
      )}
      <iframe
        ref={frame}
        title={title}
        src={opened}
        // A light scheme keeps a transparent page transparent in the dark theme.
        className={`relative size-full border-0 bg-transparent scheme-light transition-opacity ${
          state === 'loaded' ? '' : 'pointer-events-none opacity-0'
        }`}
        allowFullScreen
        onLoad={() => setState('loaded')}
      />
    </div>
  )
}

/** An address without its fragment, which alone changes without a reload. */
function documentOf(address: string): string {
  return address.replace(/#.*/, '')
}

function LateNote({ address, onTryAgain }: { address: string; onTryAgain: () => void }) {
  return (
    <EmptyState
      alert
      icon={CircleAlert}
      title="The dashboard is taking longer than usual"
      text="It may still arrive. You can also start over, or look at it in a tab of its own."
      action={
        <>
          <Button look="secondary" onClick={onTryAgain}>
            Try again
          </Button>
          <ButtonAnchor href={address} target="_blank" rel="noreferrer" look="secondary">
            <ExternalLink className="size-4" aria-hidden="true" />
            Open in a new tab
          </ButtonAnchor>
        </>
      }
    />
  )
}

/** The shape of what comes: a row of figures and two charts. */
export function FramePlaceholder() {
  return (
    <div className="space-y-4" aria-hidden="true">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Skeleton className="h-26 rounded-card" />
        <Skeleton className="h-26 rounded-card" />
        <Skeleton className="h-26 rounded-card" />
        <Skeleton className="h-26 rounded-card" />
      </div>
      <div className="grid gap-4 lg:grid-cols-[3fr_1fr]">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  )
}
