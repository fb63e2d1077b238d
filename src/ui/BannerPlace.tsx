import { type ComponentType, useEffect, useLayoutEffect } from 'react'
import { tryStorage } from '../lib/try-storage'
import { useLazyComponent } from '../lib/use-lazy-component'
import { useFocusInBox } from './focus'

interface BannerPlaceProps {
  /** Under which the browser keeps the banner's height, in px. */
  heightKey: string
  /** Undefined: nobody knows yet. */
  isNeeded: boolean | undefined
  /** Loads the banner; the same function at every render. */
  load: () => Promise<ComponentType>
}

/**
 * The place for a banner above every page. Its code loads on demand. Until then the place keeps the banner's last height,
 * so that nothing moves.
 */
export function BannerPlace({ heightKey, isNeeded, load }: BannerPlaceProps) {
  const { code: Banner } = useLazyComponent(load, isNeeded ? 'now' : 'asked')
  // The banner goes when what it asks for is done, with the button that did it.
  const place = useFocusInBox()
  useLayoutEffect(() => {
    if (!Banner || !isNeeded) return
    // Where storage is full, the next page moves once.
    tryStorage(() => localStorage.setItem(heightKey, String(place.ref.current?.offsetHeight ?? 0)))
  })
  const isOver = isNeeded === false
  useEffect(() => {
    if (isOver) tryStorage(() => localStorage.removeItem(heightKey))
  }, [isOver, heightKey])
  const height = tryStorage(() => localStorage.getItem(heightKey))
  if (isOver || (!isNeeded && !height)) return null
  return (
    <div {...place} className="mb-6" style={{ minHeight: `${isNeeded ? 0 : height}px` }}>
      {isNeeded &&
        (Banner ? (
          <Banner />
        ) : (
          <div className="h-18 max-sm:h-31" style={height ? { height: `${height}px` } : {}} />
        ))}
    </div>
  )
}
