import { createHash } from 'node:crypto'

/**
 * The Content-Security-Policy of a page: everything from this origin, and frames from where a
 * dashboard may come (D24). (No policy can name an IPv6 host.)
 * @param html the page; its inline scripts are allowed by their hashes.
 * @param inlineStyles whether the page, or a frame that inherits its policy, may have them.
 */
export function contentSecurityPolicy(html: string, inlineStyles = false): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...inlineScriptHashes(html)].join(' ')}`,
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    "frame-src 'self' https: http://localhost:* http://127.0.0.1:*",
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

function inlineScriptHashes(html: string): string[] {
  // Scripts with attributes are files, or data that browsers don't run.
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}
