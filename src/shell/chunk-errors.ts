import { pageState } from '../lib/page-state'

/**
 * Chunks may fail to load after a new deployment, or offline. For a page's chunk the router reloads the
 * address, once for each file (it remembers them in session storage): navigating leaves the forms anyway.
 * For other chunks the user decides when to reload, because something may have been typed.
 */
export const lostCode = pageState<'nothing' | 'something' | 'something offline'>(
  'chunk errors',
  'nothing',
)
const lastPathname = pageState('page opened last', '')

function onPreloadError(event: Event): void {
  if (!navigator.onLine) lostCode.set('something offline')
  else if (lostCode.get() === 'nothing') lostCode.set('something')
  // Keeps the router from reloading, which would fail offline.
  if (!navigator.onLine) event.preventDefault()
}

/**
 * Watches for chunks that fail to load. Call it once, when the app starts.
 * Source: Vite's documentation, "Load Error Handling".
 * @returns a function that stops it.
 */
export function watchForChunkErrors(): () => void {
  window.addEventListener('vite:preloadError', onPreloadError)
  return () => {
    window.removeEventListener('vite:preloadError', onPreloadError)
    lostCode.set('nothing')
  }
}

/**
 * Loads a page as a new document if a chunk failed offline and the network is back: browsers and the router remember
 * failed chunks. Call it with each navigation, after the question about unsaved text.
 * @returns undefined where nothing failed; otherwise a promise that never settles.
 */
export function reloadAfterChunkError(pathname: string): Promise<undefined> | undefined {
  const isAnother = pathname !== lastPathname.get()
  lastPathname.set(pathname)
  if (lostCode.get() !== 'something offline' || !isAnother || !navigator.onLine) return undefined
  return new Promise(() => {
    // The router changes the address in a microtask.
    setTimeout(() => window.location.reload())
  })
}
