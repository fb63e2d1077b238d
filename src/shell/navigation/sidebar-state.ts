import { useState, useSyncExternalStore } from 'react'
import { tryStorage } from '../../lib/try-storage'

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

/** @returns whether the sidebar is collapsed, and its toggle. The choice is remembered. */
export function useSidebarCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(
    () => tryStorage(() => localStorage.getItem(storageKey)) === 'collapsed',
  )
  function toggle() {
    setCollapsed(!collapsed)
    // Where storage is blocked, the choice lasts as long as the page.
    tryStorage(() => localStorage.setItem(storageKey, collapsed ? 'expanded' : 'collapsed'))
  }
  return [collapsed, toggle]
}
