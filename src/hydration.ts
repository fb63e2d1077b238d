import type { RegisteredRouter } from '@tanstack/react-router'

/**
 * Tells the router whether React takes over what its server side rendered: only then does it draw the
 * same. The public way is the router's own client, which wants data that only TanStack Start writes into
 * the page; so this sets the field that it sets.
 * Source: https://github.com/TanStack/router/issues/3305
 */
export function setHydrating(router: RegisteredRouter, isRendered: boolean): void {
  if (isRendered) router.ssr = { manifest: undefined }
  else delete router.ssr
}
