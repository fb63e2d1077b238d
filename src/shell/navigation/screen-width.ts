import { useSyncExternalStore } from 'react'

/** From here on the sidebar stands beside the page (specification, section 9). */
const wideScreen = '(min-width: 1200px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** @returns whether there is room for the sidebar; narrower screens get the drawer. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wideScreen).matches)
}
