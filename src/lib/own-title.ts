import { useLayoutEffect } from 'react'
import { pageState, usePageState } from './page-state'

/** What a page is called by what it shows. */
interface OwnTitle {
  heading: string
  /** The document's title, in full. */
  document: string
}

const ownTitle = pageState<OwnTitle | null>('own title', null)

/** The title of the page that shows; null: its route's. */
export const useShownTitle = () => usePageState(ownTitle)

/** Titles the page as long as the component shows. */
export function useOwnTitle(heading: string, document: string): void {
  // A layout effect: the route's title isn't seen before.
  useLayoutEffect(() => {
    ownTitle.set({ heading, document })
    return () => ownTitle.set(null)
  }, [heading, document])
}
