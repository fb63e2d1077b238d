import { RefreshCw, Unlink } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSessionError } from '../api/errors'
import { Button } from '../ui/Button'
import { type FrameLink, newLink, timeLeft } from './frame-link'

/** How long before its end a link is renewed, in ms. */
const ahead = 60_000
/** How long one try may take, in ms. */
const patience = 15_000
/** The pause between tries, and the maximum pause between looks at the clock, in ms. */
const pause = 30_000

interface LinkRenewalProps {
  /** The visible frame's link; another link is another component. */
  link: FrameLink
  /** The next link is loading behind the frame. */
  isReplacing: boolean
  /** Nobody has used the frame: it may be replaced unseen. Null: discards the frame that loads behind it. */
  onRenew: (link: FrameLink | null) => void
  /** Somebody asked for the frame to start over. */
  onReload: (link: FrameLink) => void
  isHidden: boolean
  onUse: (isUsed: boolean) => void
  onEnd?: () => void
}

/**
 * Keeps a dashboard's link from ending unnoticed. An unused frame gets a new link in time. A used frame
 * may have filters set: nothing touches it, and when its link ends a bar says so. The bar shows
 * whenever a click would fail.
 */
export function LinkRenewal(props: LinkRenewalProps) {
  const { link, isReplacing, isHidden, onRenew, onReload, onUse, onEnd } = props
  const place = useRef<HTMLDivElement>(null)
  const lastTry = useRef<{ at: number; controller: AbortController } | null>(null)
  const [wasUsed, setWasUsed] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [hasEnded, setHasEnded] = useState(false)
  const [reload, setReload] = useState<'idle' | 'busy' | 'failed'>('idle')

  /** @returns a new link. One try at a time: it aborts an earlier one. */
  async function tryForLink(): Promise<FrameLink> {
    lastTry.current?.controller.abort()
    const controller = new AbortController()
    lastTry.current = { at: performance.now(), controller }
    const timer = setTimeout(() => controller.abort(), patience)
    try {
      return await newLink(link.dashboardId ?? '', controller.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  const renew = useEffectEvent(async () => {
    try {
      const renewed = await tryForLink()
      // If focused meanwhile, it keeps its content.
      if (!isFrameFocused()) onRenew(renewed)
    } catch {
      setHasFailed(true)
    }
  })

  /** A frame that loads behind another, or in a hidden tab, is inert. */
  function isFrameFocused(): boolean {
    const { activeElement } = document
    const isFrame = activeElement instanceof HTMLIFrameElement
    return isFrame && place.current?.parentElement?.contains(activeElement) === true
  }

  /** @returns when to look again, in ms. */
  const look = useEffectEvent(() => {
    const left = timeLeft(link)
    const isUsed = wasUsed || isFrameFocused()
    const { at = Number.NEGATIVE_INFINITY } = lastTry.current ?? {}
    const isResting = performance.now() - at < pause
    const isDue = left <= ahead && document.visibilityState === 'visible'
    if (isUsed && isReplacing) onRenew(null)
    if (isDue && isHidden && !isUsed) onEnd?.()
    else if (isDue && !isUsed && !isReplacing && !isResting) void renew()
    setWasUsed(isUsed)
    setHasEnded(left <= 0)
    return Math.min(Math.max(left > ahead ? left - ahead : left, 1_000), pause)
  })

  // The link may have ended while the page was hidden.
  useEffect(() => {
    if (!isHidden) look()
  }, [isHidden])

  const tellUse = useEffectEvent(onUse)
  useEffect(() => tellUse(wasUsed), [wasUsed])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const lookAgain = () => {
      clearTimeout(timer)
      timer = setTimeout(lookAgain, look())
    }
    lookAgain()
    // Timers stop in hidden tabs and while a machine sleeps. When the focus goes into the frame,
    // the window loses it.
    const events = ['blur', 'focus', 'online', 'pageshow'] as const
    for (const event of events) window.addEventListener(event, lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      clearTimeout(timer)
      lastTry.current?.controller.abort()
      for (const event of events) window.removeEventListener(event, lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [])

  const giveUp = useEffectEvent(() => {
    setHasFailed(true)
    onRenew(null)
  })
  useEffect(() => {
    if (!isReplacing) return
    const timer = setTimeout(giveUp, patience)
    return () => clearTimeout(timer)
  }, [isReplacing])

  async function startOver() {
    setReload('busy')
    try {
      onReload(await tryForLink())
    } catch (error) {
      // An expired session is already on its way to the sign-in.
      setReload(isSessionError(error) ? 'busy' : 'failed')
    }
  }

  const isComing = !wasUsed && !hasFailed
  return (
    <div ref={place} role="status" className="sticky bottom-0">
      {hasEnded && (
        <div className="flex min-h-12 items-center gap-x-3 gap-y-1 bg-warn-bg py-1 ps-4 pe-2 text-14 text-ink max-sm:flex-wrap sm:ps-6">
          <Unlink className="size-4 shrink-0 text-warn" />
          <p className="min-w-0 flex-1">
            <strong className="font-semibold">This view’s link has expired.</strong>{' '}
            <span>
              {isComing
                ? 'A new one is loading.'
                : reload === 'failed'
                  ? 'It could not be reloaded. Please try again.'
                  : 'Reload it to continue (filters will be reset).'}
            </span>
          </p>
          {!isComing && (
            <Button
              look="secondary"
              className="shrink-0 px-3 pointer-fine:min-h-9"
              busy={reload === 'busy'}
              onClick={() => void startOver()}
            >
              {reload !== 'busy' && <RefreshCw className="size-4" />}
              <span>Reload</span>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
