import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Tells whether the user is still on the page where an action started (D51), whatever its search parameters.
 * @returns a function to call at the start; call its result at the end.
 */
export function useStillOnPage(): () => () => boolean {
  const router = useRouter()
  return useCallback(() => {
    const { pathname } = router.history.location
    return () => router.history.location.pathname === pathname
  }, [router])
}
