import { pageState, usePageState } from '../lib/page-state'

/**
 * Code that is loaded later may be gone when it is wanted: with a new deployment, or without a
 * network. Where a page's code is gone, the router reloads the address that was asked for, once for
 * each file (it remembers them in session storage): leaving a page leaves its forms anyway. Where
 * other code is gone, reloading is the user's choice, because something may have been typed.
 *
 * What was lost without a network stays lost in this document, because browsers and the router
 * remember that it failed: the next page is opened as a document.
 */
const lost = pageState<'nothing' | 'something' | 'something offline'>('chunk errors', 'nothing')
const lastPathname = pageState('page opened last', '')

function onPreloadError(event: Event): void {
  if (!navigator.onLine) lost.set('something offline')
  else if (lost.get() === 'nothing') lost.set('something')
  // Swallowing the error keeps the router from reloading: offline there is nothing to reload from.
  if (!navigator.onLine) event.preventDefault()
}

/**
 * Watches for code that can't be loaded; to be called once, when the app starts.
 * Source: Vite's documentation, "Load Error Handling".
 * @returns a function that ends it.
 */
export function watchForChunkErrors(): () => void {
  window.addEventListener('vite:preloadError', onPreloadError)
  return () => {
    window.removeEventListener('vite:preloadError', onPreloadError)
    lost.set('nothing')
  }
}

/**
 * Opens a page as a document where code was lost without a network and there is one again. To be
 * called with each page that is on its way, after what was typed has been asked about.
 * @returns undefined where nothing is lost; otherwise a promise that never settles.
 */
export function reloadAfterChunkError(pathname: string): Promise<undefined> | undefined {
  const isAnother = pathname !== lastPathname.get()
  lastPathname.set(pathname)
  if (lost.get() !== 'something offline' || !isAnother || !navigator.onLine) return undefined
  return new Promise(() => {
    // The router writes the address down in a microtask of its own.
    setTimeout(() => window.location.reload())
  })
}

/** @returns whether only loading the app anew can bring everything back. */
export function hasChunkError(): boolean {
  return lost.get() !== 'nothing'
}

/** The same for components, which are drawn anew when it changes. */
export function useChunkError(): boolean {
  return usePageState(lost) !== 'nothing'
}
