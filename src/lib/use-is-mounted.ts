import { type RefObject, useEffect, useRef } from 'react'

/** @returns a ref that tells whether the component is still mounted. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
