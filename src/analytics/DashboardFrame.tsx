import { useMutation } from '@tanstack/react-query'
import { CircleAlert, RefreshCw, ShieldAlert, Unlink } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isSessionError } from '../api/errors'
import { useLazyComponent } from '../lib/use-lazy-component'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { useFocusInBox } from '../ui/focus'
import { useTheme } from '../ui/theme'
import { showToast } from '../ui/toasts/toast'
import { FramePlaceholder } from './FramePlaceholder'
import { isFrameAddress, themedAddress } from './frame-address'
import { type FrameLink, newLink, timeLeft } from './frame-link'

/** Milliseconds of loading after which a frame shows a warning (D24). */
const lateAfter = 15_000
/** Milliseconds between checks of a link's remaining lifetime. */
const pause = 15_000
/** Milliseconds before its end at which a link is renewed: enough for several attempts. */
const ahead = 120_000

const importActions = () => import('./FrameActions').then((module) => module.FrameActions)

interface DashboardFrameProps {
  title: string
  /** The link to open with. For a dashboard without an id, the latest link. */
  link: FrameLink
  /** The element in the card's head where the buttons are rendered. */
  head: HTMLElement | null
  /** Whether another dashboard or page is shown. */
  isHidden: boolean
}

/**
 * The embedded dashboard. Before its link ends, a frame that nobody has touched opens a new one. A touched frame
 * may have filters set: a bar says that its link has ended (D74).
 */
export function DashboardFrame({ title, link, head, isHidden }: DashboardFrameProps) {
  // The focus goes to the frame's container. Inside the frame it would count as a touch.
  const box = useFocusInBox((own) => own?.querySelector('iframe')?.parentElement)
  const [shown, setShown] = useState({ number: 0, link })
  const [isTouched, setIsTouched] = useState(false)
  const [hasEnded, setHasEnded] = useState(false)
  const { mutate, isPending } = useMutation({ mutationFn: (id: string) => newLink(id) })
  const { code: FrameActions } = useLazyComponent(importActions)
  const { dashboardId } = shown.link
  const isRenewed = dashboardId !== null

  function show(link: FrameLink) {
    setShown(({ number }) => ({ number: number + 1, link }))
    setIsTouched(false)
    setHasEnded(false)
  }

  function reload() {
    if (!isRenewed) return show(link)
    mutate(dashboardId, {
      onSuccess: show,
      onError: (error) => {
        // The page is already leaving for the sign-in.
        if (isSessionError(error)) return
        showToast('error', 'The dashboard could not be reloaded.', 'Please try again.')
      },
    })
  }

  /** Whether the user works in the frame. A click into a frame is seen only by the focus that leaves the window. */
  function isInUse(): boolean {
    const { activeElement } = document
    const isFrame = activeElement instanceof HTMLIFrameElement
    return isTouched || (isFrame && box.ref.current?.contains(activeElement) === true)
  }

  const receive = useEffectEvent((renewed: FrameLink) => {
    if (!isInUse()) show(renewed)
  })

  const look = useEffectEvent(() => {
    const left = timeLeft(shown.link)
    setIsTouched(isInUse())
    // Shows the bar before the end, so that it is there when a click first fails.
    setHasEnded(left <= pause)
    const isDue = left <= ahead && document.visibilityState === 'visible'
    if (isDue && isRenewed && !isInUse() && !isPending) mutate(dashboardId, { onSuccess: receive })
  })

  useEffect(() => {
    if (isHidden || !isRenewed) return
    const lookNow = () => look()
    lookNow()
    const timer = setInterval(lookNow, pause)
    // Timers stop in hidden tabs and while a machine sleeps.
    const events = ['blur', 'focus', 'pageshow', 'visibilitychange']
    for (const event of events) window.addEventListener(event, lookNow)
    return () => {
      clearInterval(timer)
      for (const event of events) window.removeEventListener(event, lookNow)
    }
  }, [isHidden, isRenewed])

  if (!isFrameAddress(shown.link.address)) {
    return (
      <EmptyState
        alert
        icon={ShieldAlert}
        title="This dashboard can’t be shown"
        text="Its address isn’t safe to open here. Please tell the person who set it up."
      />
    )
  }
  return (
    <div {...box} className="relative overflow-clip rounded-control">
      {head &&
        FrameActions &&
        !isHidden &&
        createPortal(
          <FrameActions
            title={title}
            link={isRenewed ? shown.link : link}
            hasEnded={hasEnded}
            isBusy={isPending}
            onReload={reload}
          />,
          head,
        )}
      <Frame
        key={shown.number}
        link={shown.link}
        title={title}
        isBusy={isPending}
        onTryAgain={reload}
      />
      <div role="status" className="sticky bottom-0">
        {hasEnded && <EndedBar isBusy={isPending} onReload={reload} />}
      </div>
    </div>
  )
}

interface FrameProps {
  title: string
  link: FrameLink
  isBusy: boolean
  onTryAgain: () => void
}

/** One iframe, with a placeholder while it loads and a button to retry. */
function Frame({ title, link, isBusy, onTryAgain }: FrameProps) {
  const place = useFocusInBox((own) => own)
  const frame = useRef<HTMLIFrameElement>(null)
  const themed = themedAddress(link.address, useTheme())
  const [opened] = useState(themed)
  const going = useRef(opened)
  const [state, setState] = useState<'loading' | 'late' | 'loaded'>('loading')

  // Navigates the frame rather than changing its `src`: a new fragment doesn't reload it,
  // and the back button doesn't step through themes.
  useEffect(() => {
    if (themed === going.current) return
    going.current = themed
    frame.current?.contentWindow?.location.replace(new URL(themed, window.location.href).href)
  }, [themed])

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('late'), lateAfter)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <div
      {...place}
      tabIndex={-1}
      className={`relative h-frame ${state === 'loaded' ? '' : 'bg-sunken'}`}
    >
      {state !== 'loaded' && (
        <div className="absolute inset-0 p-4 sm:p-6">
          {state === 'late' ? (
            <EmptyState
              alert
              icon={CircleAlert}
              title="The dashboard is taking longer than usual"
              // The card's head has the button that opens a tab.
              text="It may still arrive. You can also start over, or open it in a new tab."
              action={
                <Button look="secondary" busy={isBusy} onClick={onTryAgain}>
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

/** The bar below a frame whose link has ended. */
function EndedBar({ isBusy, onReload }: { isBusy: boolean; onReload: () => void }) {
  return (
    <div className="flex min-h-12 items-center gap-x-3 gap-y-1 bg-warn-bg py-1 ps-4 pe-2 text-14 text-ink max-sm:flex-wrap sm:ps-6">
      <Unlink className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">This view’s link has expired.</strong>{' '}
        <span>Reload it to continue (filters will be reset).</span>
      </p>
      <Button
        look="secondary"
        className="shrink-0 px-3 pointer-fine:min-h-9"
        busy={isBusy}
        onClick={onReload}
      >
        {!isBusy && <RefreshCw className="size-4" />}
        <span>Reload</span>
      </Button>
    </div>
  )
}
