import { useState, useSyncExternalStore } from 'react'

/** Wide enough for the sidebar (specification, section 9). */
const wideScreen = '(min-width: 1200px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** @returns whether the window has room for the sidebar, or gets the drawer. */
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

/** @returns whether the sidebar is collapsed, and its toggle. The choice is remembered. */
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
