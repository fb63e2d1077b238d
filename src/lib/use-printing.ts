import { useSyncExternalStore } from 'react'

let printing = false

function subscribe(listener: () => void): () => void {
  const begin = () => {
    printing = true
    listener()
  }
  const end = () => {
    printing = false
    listener()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** @returns whether the page is being printed: paper doesn't scroll, so all of it must be there. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  )
}
