import { useState } from 'react'

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
