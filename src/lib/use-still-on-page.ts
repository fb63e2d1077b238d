import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Whether the user is still where something was begun (D51). Search parameters don't count.
 * @returns a function to be called at the beginning; what it returns answers at the end.
 */
export function useStillOnPage(): () => () => boolean {
  const router = useRouter()
  return useCallback(() => {
    const { pathname } = router.history.location
    return () => router.history.location.pathname === pathname
  }, [router])
}
