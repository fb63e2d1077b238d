import { type RegisteredRouter, type RouteIds, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentSession } from '../session/session'
import { settings } from '../settings'
import { pageTitle } from './navigation/navigation'

type RouteId = RouteIds<RegisteredRouter['routeTree']>

/** The signed-in pages have theirs from the navigation (D8). */
const signedOutTitles: Partial<Record<RouteId, string>> = {
  '/_signed-out/signin': 'Sign in',
  '/_signed-out/register': 'Create an account',
  '/_signed-out/forgot-password': 'Forgot password',
  '/_signed-out/reset-password/$token': 'Set a new password',
  '/_signed-out/orginisation/{-$orgSlug}': 'Your organisation',
  '/_signed-out/invite/$token': 'Opening your invitation',
}

/** @returns the document's title for what shows: the page's, then the product's. */
function titleOf({ routeId, pathname }: { routeId: RouteId; pathname: string }): string {
  const page = routeId.startsWith('/dashboard')
    ? pageTitle(pathname, currentSession()?.isAdmin ?? false)
    : signedOutTitles[routeId]
  return page ? `${page} · ${settings.productName}` : settings.productName
}

/** Gives the document the title of the page that shows. */
export function useDocumentTitle(): void {
  const title = useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      return match ? titleOf(match) : settings.productName
    },
  })
  useEffect(() => {
    document.title = title
  }, [title])
}
