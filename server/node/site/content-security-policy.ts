import { createHash } from 'node:crypto'

/** Sources that the app needs besides its own origin. */
interface Sources {
  scripts: string[]
  connections: string[]
  images: string[]
  /** Checkout opens frames of its own. */
  frames: string[]
}

/**
 * The Content-Security-Policy of a page: this origin, the origins in its settings, and the frames
 * of the dashboards in use and of checkout (D24). (No policy can name an IPv6 host.)
 * @param html the page; hashes allow its inline scripts and styles.
 * @param inlineStyles whether to allow inline styles in the page and in frames that inherit its
 *   policy.
 * @param clientSettings the page's settings; see `src/settings.ts`.
 * @param dashboards the origins of dashboards, besides this one.
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
    // Hashes would disable 'unsafe-inline'.
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
  // Razorpay's checkout sends reports to, and loads images from, its other hosts.
  const isRazorpay = checkout.includes('https://checkout.razorpay.com')
  const razorpay = isRazorpay ? ['https://*.razorpay.com'] : []
  return {
    scripts: checkout,
    connections: [...originsOf(apiBaseUrl), ...originsOf(geolocationUrl), ...razorpay],
    images: razorpay,
    frames: [...checkout, ...razorpay],
  }
}

/** @returns an absolute address's origin; none for a path of this origin. */
function originsOf(address: string | undefined): string[] {
  return address && URL.canParse(address) ? [new URL(address).origin] : []
}

function hashesOf(html: string, element: 'script' | 'style'): string[] {
  // Scripts with attributes are files, or data that browsers don't run.
  return [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}
