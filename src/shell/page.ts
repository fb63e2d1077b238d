import { type AnyRouteMatch, type StaticDataRouteOption, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useShownTitle } from '../lib/own-title'
import { settings } from '../settings'
import type { NavigationPath } from './navigation/navigation'

declare module '@tanstack/react-router' {
  /** A route's description of its page. */
  interface StaticDataRouteOption {
    /** The page's name: in the document's title and, signed in, as heading and breadcrumb. */
    title?: string
    /** The sidebar's entry to highlight, if the page has none (D6, D7). */
    navigation?: NavigationPath
    /** Title and search show only while the page is scrolled to the top (specification, section 2). */
    compactWhenScrolled?: true
  }
}

type Matches = readonly Pick<AnyRouteMatch, 'status' | 'staticData'>[]

/**
 * Returns the description of the current page. If a guard throws `notFound()`, the guard's own page shows. If a
 * page throws it, the page's title stays hidden (D43).
 */
function pageOf(matches: Matches) {
  const last = matches.at(-1)
  if (last?.status === 'notFound') return { title: 'Page not found' }
  const shown = matches.find(({ status }) => status === 'notFound') ?? last
  return shown?.staticData ?? {}
}

export function usePage(): StaticDataRouteOption {
  return useMatches({ select: pageOf })
}

/** @returns the document's title: the page's, then the product's. */
export function documentTitle(matches: Matches): string {
  const { title: page } = pageOf(matches)
  return page ? `${page} · ${settings.productName}` : settings.productName
}

export function useDocumentTitle(): void {
  const ofRoute = useMatches({ select: documentTitle })
  const title = useShownTitle()?.document ?? ofRoute
  useEffect(() => {
    document.title = title
  }, [title])
}

/**
 * Focuses the heading of each page that is opened after the first. If a guard shows another page at the address, that
 * page's heading gets the focus. A change of search parameters opens no page.
 */
export function usePageFocus(): void {
  const shown = useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      // A pending page has no heading yet.
      if (!last || last.status === 'pending') return null
      return matches.some(({ status }) => status === 'notFound')
        ? `no ${last.pathname}`
        : last.pathname
    },
  })
  const focused = useRef(shown)
  // Runs before the page's own effects, which may focus a better place, such as a wrong field.
  useLayoutEffect(() => {
    if (!shown || focused.current === shown) return
    const isFirst = !focused.current
    focused.current = shown
    // Moving the focus would close an open menu.
    if (!isFirst && !document.activeElement?.closest('[role=menu]')) focusHeading()
  }, [shown])
}

/** Focuses the page's heading, so that screen readers read it out. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  // The router sets the scroll position.
  heading.focus({ preventScroll: true })
}
