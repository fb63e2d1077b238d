import { type RefObject, useEffect, useRef } from 'react'

/** @returns a reference that tells whether the component is still there to say something. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
