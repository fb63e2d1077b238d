import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'

interface Place {
  /** Shows the dashboards here. Returns a function that hides them. */
  show: (dashboards: ReactNode) => () => void
  isShown: boolean
}

const PlaceContext = createContext<Place | null>(null)

/**
 * Holds the main dashboard beside the pages, because a frame that leaves the page loads anew. After its first visit the
 * main dashboard stays, unseen, behind the other pages (D121).
 */
export function DashboardPlace({ children }: { children: ReactNode }) {
  const [dashboards, setDashboards] = useState<ReactNode>(null)
  const [isShown, setIsShown] = useState(false)
  const show = useCallback((shown: ReactNode) => {
    setDashboards(shown)
    setIsShown(true)
    return () => setIsShown(false)
  }, [])
  const place = useMemo(() => ({ show, isShown }), [show, isShown])
  return (
    <PlaceContext value={place}>
      {dashboards && (
        // With `display: none` charts would render without a width, and again later.
        <div inert={!isShown} className={isShown ? undefined : 'invisible h-0 overflow-clip'}>
          {dashboards}
        </div>
      )}
      {children}
    </PlaceContext>
  )
}

/** @returns the container of the main dashboard, around every signed-in page. */
export function useDashboardPlace(): Place {
  const place = use(PlaceContext)
  if (!place) throw new Error('There is no place for dashboards.')
  return place
}
