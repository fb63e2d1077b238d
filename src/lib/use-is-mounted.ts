import { type RefObject, useEffect, useRef } from 'react'

/** @returns a reference that tells whether the component is still there to say something. */
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
