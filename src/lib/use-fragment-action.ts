import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `act` if the address ends with a fragment, as the addresses of the palette's actions do. Removes the fragment,
 * so that it works again.
 */
export function useFragmentAction(fragment: string | undefined, act: () => void): void {
  const navigate = useNavigate()
  const isAsked = useLocation({ select: ({ hash }) => hash === fragment })
  const onAsked = useEffectEvent(act)
  useEffect(() => {
    if (!isAsked) return
    onAsked()
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
  }, [isAsked, navigate])
}
