import { RefreshCw, Unlink } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../api/call'
import { isSessionError } from '../api/errors'
import { thisMoment } from '../api/moment'
import { Button } from '../ui/Button'
import { type FrameLink, timeLeft } from './frame-link'

/** How long before its end a link is renewed, in ms. */
const ahead = 60_000
/** How long one try may take, in ms. */
const patience = 15_000
/** How long to wait between tries, and at most between looks at the clock, in ms. */
const pause = 30_000

export interface LinkRenewalProps {
  /** The link that the frame shows; another one is another component. */
  link: FrameLink
  /** The next link is loading behind the frame. */
  isReplacing: boolean
  /** Nobody has used the frame: it may be replaced unseen. Null: what loads behind it is given up. */
  onRenew: (link: FrameLink | null) => void
  /** Somebody asked for the frame to start over. */
  onReload: (link: FrameLink) => void
}

/**
 * Keeps a dashboard's link from ending unsaid. A frame that was never used gets a new one in time. One
 * that was may have filters to lose: nothing touches it, and at the end of its link a bar says so.
 */
export default function LinkRenewal({ link, isReplacing, onRenew, onReload }: LinkRenewalProps) {
  const lastTry = useRef<{ at: number; controller: AbortController } | null>(null)
  const [wasUsed, setWasUsed] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [hasEnded, setHasEnded] = useState(false)
  const [reload, setReload] = useState<'idle' | 'busy' | 'failed'>('idle')

  /** @returns a new link. One try at a time: an earlier one is called off. */
  async function newLink(): Promise<FrameLink> {
    lastTry.current?.controller.abort()
    const controller = new AbortController()
    lastTry.current = { at: performance.now(), controller }
    const timer = setTimeout(() => controller.abort(), patience)
    try {
      const body = { dashboard_id: link.dashboardId ?? '' }
      const { signal } = controller
      const { iframe, expires_in } = await call('getDashboardLink', body, { signal })
      signal.throwIfAborted()
      return { ...link, address: iframe, expiresIn: expires_in, receivedAt: thisMoment() }
    } finally {
      clearTimeout(timer)
    }
  }

  const renew = useEffectEvent(async () => {
    try {
      const renewed = await newLink()
      // Focused meanwhile, it keeps what it shows.
      if (!isFrameFocused()) onRenew(renewed)
    } catch {
      setHasFailed(true)
    }
  })

  /** @returns when to look again, in ms. */
  const look = useEffectEvent(() => {
    const left = timeLeft(link)
    const isUsed = wasUsed || isFrameFocused()
    const { at = Number.NEGATIVE_INFINITY } = lastTry.current ?? {}
    const isResting = performance.now() - at < pause
    const isDue = left <= ahead && document.visibilityState === 'visible'
    if (isUsed && isReplacing) onRenew(null)
    if (isDue && !isUsed && !isReplacing && !isResting) void renew()
    setWasUsed(isUsed)
    setHasEnded(left <= 0)
    return Math.min(Math.max(left > ahead ? left - ahead : left, 1_000), pause)
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const lookAgain = () => {
      clearTimeout(timer)
      timer = setTimeout(lookAgain, look())
    }
    lookAgain()
    // Timers stand still in hidden tabs and while a machine sleeps. When the focus goes into the frame,
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
      onReload(await newLink())
    } catch (error) {
      // Whose session has ended is on the way to the sign-in.
      setReload(isSessionError(error) ? 'busy' : 'failed')
    }
  }

  return (
    <div role="status" className="sticky bottom-0">
      {hasEnded && (wasUsed || hasFailed) && (
        <div className="flex min-h-12 items-center gap-x-3 gap-y-1 bg-warn-bg py-1 ps-4 pe-2 text-14 text-ink max-sm:flex-wrap sm:ps-6">
          <Unlink className="size-4 shrink-0 text-warn" aria-hidden="true" />
          <p className="min-w-0 flex-1">
            <strong className="font-semibold">The link of this view has ended.</strong>{' '}
            {reload === 'failed'
              ? 'It could not be reloaded. Please try again.'
              : 'Reload it (filters are set back).'}
          </p>
          <Button
            look="secondary"
            className="shrink-0 px-3 pointer-fine:min-h-9"
            busy={reload === 'busy'}
            onClick={() => void startOver()}
          >
            {reload !== 'busy' && <RefreshCw className="size-4" aria-hidden="true" />}
            Reload
          </Button>
        </div>
      )}
    </div>
  )
}

/** There is one frame on the page that can be focused: what loads behind it is inert. */
function isFrameFocused(): boolean {
  return document.activeElement instanceof HTMLIFrameElement
}
