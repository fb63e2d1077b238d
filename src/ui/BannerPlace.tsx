import { type ComponentType, useEffect, useLayoutEffect } from 'react'
import { tryStorage } from '../lib/try-storage'
import { useLazyComponent } from '../lib/use-lazy-component'
import { useFocusInBox } from './focus'

interface BannerPlaceProps {
  /** The key of local storage for the banner's height in px. */
  heightKey: string
  /** Whether the banner shows; undefined while unknown. */
  isNeeded: boolean | undefined
  /** Loads the banner. Must be the same function at every render. */
  load: () => Promise<ComponentType>
}

/**
 * A container for a banner above every page, whose code loads on demand. Until then the container has the banner's
 * last height, so that nothing moves.
 */
export function BannerPlace({ heightKey, isNeeded, load }: BannerPlaceProps) {
  const { code: Banner } = useLazyComponent(load, isNeeded ? 'now' : 'asked')
  // The banner disappears once its action is done, and with it the button that had the focus.
  const place = useFocusInBox()
  useLayoutEffect(() => {
    if (!Banner || !isNeeded) return
    // If storage is full, the next page moves once.
    tryStorage(() => localStorage.setItem(heightKey, String(place.ref.current?.offsetHeight ?? 0)))
  })
  const isOver = isNeeded === false
  useEffect(() => {
    if (isOver) tryStorage(() => localStorage.removeItem(heightKey))
  }, [isOver, heightKey])
  const height = tryStorage(() => localStorage.getItem(heightKey))
  if (isOver || (!isNeeded && !height)) return null
  return (
    <div
      {...place}
      data-banner
      className="mb-4 has-[~[data-banner]]:mb-2.5"
      style={{ minHeight: `${isNeeded ? 0 : height}px` }}
    >
      {isNeeded &&
        (Banner ? (
          <Banner />
        ) : (
          <div className="h-13 max-sm:h-31" style={height ? { height: `${height}px` } : {}} />
        ))}
    </div>
  )
}
