import { CircleAlert, ShieldAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLazyComponent } from '../lib/use-lazy-component'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { useFocusHandOver } from '../ui/focus'
import { Skeleton } from '../ui/Skeleton'
import { useTheme } from '../ui/theme'
import { frameIdentity, isFrameAddress, themedAddress } from './frame-address'
import { type FrameLink, timeLeft } from './frame-link'

/** How long a dashboard may load before its frame shows a warning, in ms (D24). */
const lateAfter = 15_000

/** The delay between the load of a hidden frame and its appearance, in ms, for its charts to render. */
const settling = 3_000

const importRenewal = () => import('./LinkRenewal').then((module) => module.LinkRenewal)
const importActions = () => import('./FrameActions').then((module) => module.FrameActions)

interface DashboardFrameProps {
  title: string
  /** The latest link from the server. */
  link: FrameLink
  /** The place of the buttons that get out of a dashboard that fails. */
  head: HTMLElement | null
  /** Another dashboard shows, or another page. */
  isHidden: boolean
  /** Whether somebody has used it, and may have set filters. */
  onUse: (isUsed: boolean) => void
  /** Nobody has used or sees it, and its link ends: it can be closed. */
  onEnd?: () => void
}

/** One iframe: its link, and whether it takes the focus from the button that asked for it. */
interface Frame {
  number: number
  link: FrameLink
  takesFocus?: boolean
}

/**
 * The embedded dashboard, with a placeholder until it loads and a way out when it doesn't. Its link is
 * renewed behind the visible frame before it ends (D74).
 */
export function DashboardFrame(props: DashboardFrameProps) {
  if (isFrameAddress(props.link.address)) return <SafeFrame {...props} />
  return (
    <EmptyState
      alert
      icon={ShieldAlert}
      title="This dashboard can’t be shown"
      text="Its address isn’t safe to open here. Please tell the person who set it up."
    />
  )
}

function SafeFrame({ title, link, head, ...kept }: DashboardFrameProps) {
  // A later answer that differs only in the signed token doesn't replace a visible frame (D24).
  const [shown, setShown] = useState<Frame>({ number: 0, link })
  const [next, setNext] = useState<Frame | null>(null)
  const { code: Renewal } = useLazyComponent(importRenewal)
  const { code: FrameActions } = useLazyComponent(importActions)

  function show(link: FrameLink, takesFocus: boolean) {
    setNext(null)
    setShown({ number: (next ?? shown).number + 1, link, takesFocus })
  }
  if (frameIdentity(shown.link.address) !== frameIdentity(link.address)) show(link, false)

  function replaceBy(frame: Frame) {
    setShown(frame)
    setNext(null)
  }

  const newest = timeLeft(link) >= timeLeft(shown.link) ? link : shown.link
  return (
    <div className="relative overflow-clip rounded-control">
      {head &&
        FrameActions &&
        !kept.isHidden &&
        createPortal(
          <FrameActions title={title} link={newest} onReload={(link) => show(link, true)} />,
          head,
        )}
      <Attempt
        key={shown.number}
        {...shown}
        title={title}
        newest={newest.address}
        onTryAgain={() => show(newest, true)}
      />
      {next && (
        <Attempt key={next.number} {...next} title={title} onSettled={() => replaceBy(next)} />
      )}
      {Renewal && shown.link.dashboardId !== null && (
        <Renewal
          key={`renewal ${shown.number}`}
          link={shown.link}
          isReplacing={next !== null}
          onRenew={(link) => setNext(link && { number: shown.number + 1, link })}
          onReload={(link) => show(link, true)}
          {...kept}
        />
      )}
    </div>
  )
}

interface AttemptProps extends Omit<Frame, 'number'> {
  title: string
  /** The address of the same dashboard whose token lasts longest. */
  newest?: string
  onTryAgain?: () => void
  /** It loads behind another frame, and replaces it once its content is there. */
  onSettled?: () => void
}

function Attempt(props: AttemptProps) {
  const { title, link, newest = link.address, takesFocus, onTryAgain, onSettled } = props
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const theme = useTheme()
  const [opened] = useState(() => themedAddress(link.address, theme))
  const shows = useRef({ address: link.address, going: opened })
  const [state, setState] = useState<'loading' | 'late' | 'loaded'>('loading')

  // Navigates the frame rather than changing its `src`: a new fragment doesn't reload it,
  // and the back button doesn't step through themes.
  useEffect(() => {
    const { address, going } = shows.current
    const themed = themedAddress(address, theme)
    if (themed === going) return
    const reloads = documentOf(themed) !== documentOf(going)
    // An expired token would open nothing.
    const next = reloads ? themedAddress(newest, theme) : themed
    shows.current = { address: reloads ? newest : address, going: next }
    frame.current?.contentWindow?.location.replace(new URL(next, window.location.href).href)
  }, [theme, newest])

  // Not the frame itself, because its focus counts as use.
  useFocusHandOver(takesFocus, () => (takesFocus ? place.current : null))

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('late'), lateAfter)
    return () => clearTimeout(timer)
  }, [state])

  const isBehind = onSettled !== undefined
  const settled = useEffectEvent(() => onSettled?.())
  useEffect(() => {
    if (!isBehind || state !== 'loaded') return
    const timer = setTimeout(settled, settling)
    return () => clearTimeout(timer)
  }, [isBehind, state])

  return (
    <div
      ref={place}
      tabIndex={-1}
      inert={isBehind}
      className={`h-frame ${isBehind ? 'absolute inset-x-0 top-0 opacity-0' : 'relative'} ${state === 'loaded' ? '' : 'bg-sunken'}`}
    >
      {state !== 'loaded' && !isBehind && (
        <div className="absolute inset-0 p-4 sm:p-6">
          {state === 'late' ? (
            <EmptyState
              alert
              icon={CircleAlert}
              title="The dashboard is taking longer than usual"
              // The card's head has the button for that.
              text="It may still arrive. You can also start over, or open it in a new tab."
              action={
                <Button look="secondary" onClick={onTryAgain}>
                  Try again
                </Button>
              }
            />
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

/** An address without its fragment, the only part that changes without a reload. */
function documentOf(address: string): string {
  return address.replace(/#.*/, '')
}

/** The shape of the content: a row of figures and two charts. */
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
