import { createHash } from 'node:crypto'

/** What the app needs besides what comes from its own origin. */
interface Sources {
  scripts: string[]
  connections: string[]
  images: string[]
  /** Checkout opens frames of its own. */
  frames: string[]
}

/**
 * The Content-Security-Policy of a page: everything from this origin, what its settings name, and
 * frames of the dashboards in use and of checkout (D24). (No policy can name an IPv6 host.)
 * @param html the page; its inline scripts and styles are allowed by their hashes.
 * @param inlineStyles whether the page, or a frame that inherits its policy, may have them.
 * @param clientSettings what the page is told; see `src/settings.ts`.
 * @param dashboards the origins that dashboards come from, besides this one.
 */
export function contentSecurityPolicy(
  html: string,
  inlineStyles = false,
  clientSettings: Record<string, string> = {},
  dashboards: readonly string[] = [],
): string {
  const { scripts, connections, images, frames } = sourcesOf(clientSettings)
  return [
    "default-src 'self'",
    directive('script-src', [...hashesOf(html, 'script'), ...scripts]),
    // Hashes would switch 'unsafe-inline' off.
    directive('style-src', inlineStyles ? ["'unsafe-inline'"] : hashesOf(html, 'style')),
    directive('img-src', ['data:', ...images]),
    directive('connect-src', connections),
    directive('frame-src', [...dashboards, ...frames]),
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

function directive(name: string, sources: string[]): string {
  return [...new Set([name, "'self'", ...sources])].join(' ')
}

function sourcesOf({
  checkoutScriptUrl,
  geolocationUrl,
  apiBaseUrl,
}: Record<string, string>): Sources {
  const checkout = originsOf(checkoutScriptUrl)
  // Its checkout reports to hosts of its own, and draws from them.
  const isRazorpay = checkout.includes('https://checkout.razorpay.com')
  const razorpay = isRazorpay ? ['https://*.razorpay.com'] : []
  return {
    scripts: checkout,
    connections: [...originsOf(apiBaseUrl), ...originsOf(geolocationUrl), ...razorpay],
    images: razorpay,
    frames: [...checkout, ...razorpay],
  }
}

/** @returns the origin of an address that has one of its own; none for a path of this origin. */
function originsOf(address: string | undefined): string[] {
  return address && URL.canParse(address) ? [new URL(address).origin] : []
}

function hashesOf(html: string, element: 'script' | 'style'): string[] {
  // Scripts with attributes are files, or data that browsers don't run.
  return [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}
