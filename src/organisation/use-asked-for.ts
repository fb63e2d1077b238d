import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Acts if the address ends with a fragment, as the palette's actions make it, and takes that off the address: it can lead here
 * again.
 */
export function useAskedFor(fragment: string, act: () => void): void {
  const navigate = useNavigate()
  const isAsked = useLocation({ select: ({ hash }) => hash === fragment })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the same act at every render
  useEffect(() => {
    if (!isAsked) return
    act()
    void navigate({ to: '.', hash: '', replace: true, resetScroll: false })
  }, [isAsked, navigate])
}
