import { RefreshCw, ShieldAlert, Unlink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLazyComponent } from '../lib/use-lazy-component'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { useFocusInBox } from '../ui/focus'
import { useTheme } from '../ui/theme'
import { FramePlaceholder } from './FramePlaceholder'
import { isFrameAddress, themedAddress } from './frame-address'
import { type FrameLink, useRenewedLink } from './frame-link'

/** Milliseconds of loading after which a frame shows a warning (D24). */
const lateAfter = 15_000

const importActions = () => import('./FrameActions').then((module) => module.FrameActions)

interface DashboardFrameProps {
  title: string
  /** The link to open with. For a dashboard without an id, the latest link. */
  link: FrameLink
  /** The element beside the heading where the buttons are rendered. */
  head: HTMLElement | null
  /** Whether another dashboard or page is shown. */
  isHidden: boolean
}

/** The embedded dashboard. A bar below a touched frame says that its link has ended (D74). */
export function DashboardFrame({ title, link: latest, head, isHidden }: DashboardFrameProps) {
  // The focus goes to the frame's container. Inside the frame it would count as a touch.
  const box = useFocusInBox((own) => own?.querySelector('iframe')?.parentElement)
  const { link, number, openable, hasEnded, isBusy, reload } = useRenewedLink(
    latest,
    isHidden,
    box.ref,
  )
  const { code: FrameActions } = useLazyComponent(importActions)

  if (!isFrameAddress(link.address)) {
    return (
      <Card isFlush>
        <EmptyState
          alert
          icon={ShieldAlert}
          title="This dashboard can’t be shown"
          text="Its address isn’t safe to open here. Please tell the person who set it up."
        />
      </Card>
    )
  }
  return (
    <div {...box} className="relative overflow-clip rounded-card">
      {head &&
        FrameActions &&
        !isHidden &&
        createPortal(
          <FrameActions {...{ title, hasEnded, isBusy }} link={openable} onReload={reload} />,
          head,
        )}
      <Frame key={number} {...{ link, title, isBusy }} onTryAgain={reload} />
      <div role="status" className="sticky bottom-0">
        {hasEnded && <EndedBar isBusy={isBusy} onReload={reload} />}
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
    <div {...place} tabIndex={-1} className="relative h-frame">
      {state !== 'loaded' && (
        <div className="absolute inset-0">
          <FramePlaceholder>
            {state === 'late' && <LateNote {...{ isBusy, onTryAgain }} />}
          </FramePlaceholder>
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

/** The note over the skeleton of a late dashboard. The button that opens a tab is beside the heading. */
function LateNote({ isBusy, onTryAgain }: Pick<FrameProps, 'isBusy' | 'onTryAgain'>) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-5 gap-y-3 rounded-card border border-line bg-raised px-5 py-4 text-14 shadow-card"
    >
      <div>
        <p className="font-semibold">The dashboard is taking longer than usual</p>
        <p className="text-ink-2">
          It may still arrive. You can also start over, or open it in a new tab.
        </p>
      </div>
      <Button look="secondary" busy={isBusy} onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  )
}

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
