import { type AnyRouteMatch, type StaticDataRouteOption, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { settings } from '../settings'
import type { NavigationPath } from './navigation/navigation'

declare module '@tanstack/react-router' {
  /** What a route says about its page. */
  interface StaticDataRouteOption {
    /** The page's name: in the document's title and, signed in, as heading and breadcrumb (D8). */
    title?: string
    /** The sidebar's entry to highlight, where the page has none of its own (D6, D7). */
    navigation?: NavigationPath
    /** Title and search show only while the page is scrolled to the top (specification, section 2). */
    compactWhenScrolled?: true
  }
}

/**
 * Where a guard has found that there is no such page for this user, what shows is the guard's own. Where
 * the page itself has found it, nothing hints at what it would have been (D43).
 */
function pageOf(matches: readonly Pick<AnyRouteMatch, 'status' | 'staticData'>[]) {
  const last = matches.at(-1)
  if (last?.status === 'notFound') return { title: 'Page not found' }
  const shown = matches.find(({ status }) => status === 'notFound') ?? last
  return shown?.staticData ?? {}
}

/** @returns what the route of the page that shows says about it. */
export function usePage(): StaticDataRouteOption {
  return useMatches({ select: pageOf })
}

/** @returns the title of the document: that of the page that shows, then the product's. */
export function documentTitle(
  matches: readonly Pick<AnyRouteMatch, 'status' | 'staticData'>[],
): string {
  const { title: page } = pageOf(matches)
  return page ? `${page} · ${settings.productName}` : settings.productName
}

/** Gives the document the title of the page that shows. */
export function useDocumentTitle(): void {
  const title = useMatches({ select: documentTitle })
  useEffect(() => {
    document.title = title
  }, [title])
}

/**
 * Takes keyboard and screen reader along to the heading of each page that is opened; the first page
 * has them, and search parameters make no other page.
 */
export function usePageFocus(): void {
  const shown = useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      // What is still on its way has no heading yet.
      return last?.status === 'pending' ? null : last?.pathname
    },
  })
  const focused = useRef(shown)
  // Before the page's own effects, which may know a better place: a field that is wrong, say.
  useLayoutEffect(() => {
    if (!shown || focused.current === shown) return
    const isFirst = !focused.current
    focused.current = shown
    if (!isFirst) focusHeading()
  }, [shown])
}

/** Gives the focus to the page's heading, which is thereby read out. */
export function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  // The router looks after the scroll position.
  heading.focus({ preventScroll: true })
}
