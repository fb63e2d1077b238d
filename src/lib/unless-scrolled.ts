import type { ParsedLocation } from '@tanstack/react-router'

/**
 * Lets the router restore scroll positions, except where the user has scrolled already: a prerendered page
 * can be scrolled long before its code loads. The browser restores none (`src/boot/boot.ts`), so a page that
 * isn't at its top was scrolled.
 * @returns the router's option `scrollRestoration`.
 */
export function unlessScrolled(): (to: { location: ParsedLocation }) => boolean {
  let page: string | undefined
  let settledAt = 0
  return ({ location }) => {
    // The history entry's key: a page opened again has another one.
    const opened = location.state.__TSR_key
    const isSamePage = page === undefined || page === opened
    const isScrolled = isSamePage && window.scrollY !== settledAt
    page = opened
    // The router scrolls right after this returns.
    queueMicrotask(() => {
      settledAt = window.scrollY
    })
    return !isScrolled
  }
}
