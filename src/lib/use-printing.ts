import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** @returns whether the page is being printed: paper doesn't scroll. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // Synchronously: the browser prints when this returns.
    const follow = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'))
    window.addEventListener('beforeprint', follow)
    window.addEventListener('afterprint', follow)
    return () => {
      window.removeEventListener('beforeprint', follow)
      window.removeEventListener('afterprint', follow)
    }
  }, [])
  return isPrinting
}
