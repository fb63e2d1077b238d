import { queryOptions, useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../api/call'
import { isSessionError } from '../api/errors'
import { showToast } from '../ui/toasts/toast'

export interface FrameLink {
  address: string
  /** The id with which to ask for a new link, or null if there is none. */
  dashboardId: string | null
  /** The lifetime in seconds, from `receivedAt`. Null: unlimited or unknown. */
  expiresIn: number | null
  /** The time of its arrival in ms, by the visitor's clock, which goes on while the machine sleeps. */
  receivedAt: number
}

/** @returns the remaining lifetime of a link, in ms; negative once it has ended. */
export function timeLeft({ expiresIn, receivedAt }: FrameLink): number {
  return expiresIn === null ? Number.POSITIVE_INFINITY : receivedAt + expiresIn * 1000 - Date.now()
}

/** @returns a new link to a dashboard, received now. @throws ApiError */
async function newLink(dashboardId: string, signal?: AbortSignal): Promise<FrameLink> {
  const body = { dashboard_id: dashboardId }
  const { iframe, expires_in } = await call('getDashboardLink', body, signal && { signal })
  signal?.throwIfAborted()
  return { address: iframe, dashboardId, expiresIn: expires_in, receivedAt: Date.now() }
}

/** The link that a frame opens with. The frame fetches later links itself. */
export const linkQuery = (dashboardId: string) =>
  queryOptions({
    queryKey: ['dashboards/link', dashboardId],
    queryFn: ({ signal }) => newLink(dashboardId, signal),
    staleTime: 'static',
    gcTime: 0,
  })

/** Milliseconds between checks of a link's remaining lifetime. */
const pause = 15_000
/** Milliseconds before its end at which a link is renewed: enough for several attempts. */
const ahead = 120_000

/**
 * Renews the link of a frame before it ends, unless the user has touched the frame: it may have filters set (D74).
 * @param latest the link to open with. For a dashboard without an id, the latest link.
 * @param box the container of the frame.
 * @returns the link to show, its number, whether it has ended, and a function that reloads the frame.
 */
export function useRenewedLink(
  latest: FrameLink,
  isHidden: boolean,
  box: RefObject<HTMLElement | null>,
) {
  const [shown, setShown] = useState({ number: 0, link: latest })
  const [hasEnded, setHasEnded] = useState(false)
  const isTouched = useRef(false)
  const { mutate, isPending } = useMutation({ mutationFn: (id: string) => newLink(id) })
  const { dashboardId } = shown.link

  function show(link: FrameLink) {
    setShown(({ number }) => ({ number: number + 1, link }))
    setHasEnded(false)
    isTouched.current = false
  }

  function reload() {
    if (dashboardId === null) return show(latest)
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
    return isTouched.current || (isFrame && box.current?.contains(activeElement) === true)
  }

  const look = useEffectEvent(() => {
    const remaining = timeLeft(shown.link)
    isTouched.current = isInUse()
    // Shows the bar before the end, so that it is there when a click first fails.
    setHasEnded(remaining <= pause)
    const isDue = remaining <= ahead && document.visibilityState === 'visible'
    if (!isDue || dashboardId === null || isTouched.current || isPending) return
    mutate(dashboardId, { onSuccess: (renewed) => isInUse() || show(renewed) })
  })

  useEffect(() => {
    if (isHidden || dashboardId === null) return
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
  }, [isHidden, dashboardId])

  // Opens the profile's latest link if the dashboard has no id with which to ask for a new one.
  const openable = dashboardId === null ? latest : shown.link
  return { ...shown, openable, hasEnded, isBusy: isPending, reload }
}
