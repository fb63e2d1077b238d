import { useState, useSyncExternalStore } from 'react'

/** From here on the sidebar stands beside the page (specification, section 9). */
const wideScreen = '(min-width: 1200px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** @returns whether there is room for the sidebar; narrower screens get the drawer. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wideScreen).matches,
    () => true,
  )
}

const storageKey = 'sidebar'

function storedCollapsed(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'collapsed'
  } catch {
    return false
  }
}

/** @returns whether the sidebar is put away, and what puts it away or brings it back; remembered. */
export function useSidebarCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(storedCollapsed)
  function toggle() {
    setCollapsed(!collapsed)
    try {
      localStorage.setItem(storageKey, collapsed ? 'expanded' : 'collapsed')
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  }
  return [collapsed, toggle]
}
