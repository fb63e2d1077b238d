import { createContext, type Dispatch, type ReactNode, type SetStateAction, useState } from 'react'

interface Place {
  /** Null before the first visit. */
  dashboards: ReactNode
  isShown: boolean
}

const empty: Place = { dashboards: null, isShown: false }

export const PlaceContext = createContext<
  readonly [place: Place, setPlace: Dispatch<SetStateAction<Place>>]
>([empty, () => {}])

/**
 * Holds the main dashboard beside the pages, because a frame that leaves the page loads anew. After its first visit the
 * main dashboard stays, unseen, behind the other pages (D74).
 */
export function DashboardPlace({ children }: { children: ReactNode }) {
  const place = useState(empty)
  const [{ dashboards, isShown }] = place
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
