import type { RegisteredRouter } from '@tanstack/react-router'

/**
 * Tells the router whether React hydrates a prerendered screen. The public way is the router's own client,
 * which needs data that only TanStack Start writes; this sets the same field.
 * Source: https://github.com/TanStack/router/issues/3305
 * Tried with @tanstack/react-router 1.170.46.
 */
export function setHydrating(router: RegisteredRouter, isRendered: boolean): void {
  if (isRendered) router.ssr = { manifest: undefined }
  else delete router.ssr
}
