import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'

interface Place {
  /** Shows the dashboards here until the answer is called. */
  show: (dashboards: ReactNode) => () => void
  isShown: boolean
  /** Tells whether somebody has used one of them, and may have set filters. */
  tellUse: (isUsed: boolean) => void
}

const PlaceContext = createContext<Place | null>(null)

/**
 * Where the main dashboard is drawn: beside the pages, because a frame that leaves the page loads anew. While one of
 * its dashboards has been used it stays, unseen, behind the other pages (D121).
 */
export function DashboardPlace({ children }: { children: ReactNode }) {
  const [dashboards, setDashboards] = useState<ReactNode>(null)
  const [isShown, setIsShown] = useState(false)
  const [isUsed, tellUse] = useState(false)
  const show = useCallback((shown: ReactNode) => {
    setDashboards(shown)
    setIsShown(true)
    return () => setIsShown(false)
  }, [])
  const place = useMemo(() => ({ show, isShown, tellUse }), [show, isShown])
  return (
    <PlaceContext value={place}>
      {(isShown || isUsed) && (
        // Not `display: none`: charts would render without a width, and again later.
        <div inert={!isShown} className={isShown ? undefined : 'invisible h-0 overflow-clip'}>
          {dashboards}
        </div>
      )}
      {children}
    </PlaceContext>
  )
}

/** @returns the place that is around every signed-in page. */
export function useDashboardPlace(): Place {
  const place = use(PlaceContext)
  if (!place) throw new Error('There is no place for dashboards.')
  return place
}
