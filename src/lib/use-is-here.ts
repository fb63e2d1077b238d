import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Tells at the end of an action whether the user still sees the place where it began, and so its result.
 * @returns a function that is true while the component is mounted and no other page was opened, whatever its search
 *   parameters.
 */
export function useIsHere(): () => boolean {
  const { history } = useRouter()
  const page = useRef<string | null>(null)
  useEffect(() => {
    page.current = history.location.pathname
    return () => {
      page.current = null
    }
  }, [history])
  return useCallback(() => page.current === history.location.pathname, [history])
}
