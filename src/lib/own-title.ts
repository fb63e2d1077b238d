import { useLayoutEffect } from 'react'
import { pageState, usePageState } from './page-state'

/** The title of a page whose content names it. */
interface OwnTitle {
  heading: string
  /** The document's title, in full. */
  document: string
}

const ownTitle = pageState<OwnTitle | null>('own title', null)

export const useShownTitle = () => usePageState(ownTitle)

export function useOwnTitle(heading: string, document: string): void {
  // A layout effect runs before the route's title would be seen.
  useLayoutEffect(() => {
    ownTitle.set({ heading, document })
    return () => ownTitle.set(null)
  }, [heading, document])
}
