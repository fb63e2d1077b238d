import type { ParsedLocation } from '@tanstack/react-router'

/**
 * Lets the router set the scroll position of a page that it opens, but not of one that a person has
 * scrolled since: the first page can be scrolled long before its code has come. `src/boot/boot.ts`
 * keeps the browser from restoring positions by itself, so what isn't at the top was scrolled.
 * @returns the router's option `scrollRestoration`.
 */
export function unlessScrolled(): (to: { location: ParsedLocation }) => boolean {
  let page: string | undefined
  let settledAt = 0
  return ({ location }) => {
    // An entry of the browser's history: the same page opened again is another one.
    const opened = location.state.__TSR_key
    const isSamePage = page === undefined || page === opened
    const isScrolled = isSamePage && window.scrollY !== settledAt
    page = opened
    // The router scrolls as soon as it has been told.
    queueMicrotask(() => {
      settledAt = window.scrollY
    })
    return !isScrolled
  }
}
