import { useEffect, useRef } from 'react'
import { showToast } from './toast'

/** @returns `showToast` for results that the component shows itself, unless it has unmounted (D51). */
export function useLateToast(): typeof showToast {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return (...toast) => {
    if (!isMounted.current) showToast(...toast)
  }
}
