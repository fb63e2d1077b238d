const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a frame may open `address`: https, http on a loopback host, or a path on this origin;
 * nothing that could run code in the app's place, such as `javascript:` or `data:` (D24).
 */
export function isFrameAddress(address: string, origin: string = window.location.origin): boolean {
  if (!URL.canParse(address, origin)) return false
  const url = new URL(address, origin)
  if (address.startsWith('/')) return url.origin === origin
  if (!/^https?:/i.test(address)) return false
  return url.protocol === 'https:' || loopbackHosts.has(url.hostname)
}

/** The address for a theme: dark replaces every 'transparent' with 'night' (specification, section 2). */
export function themedAddress(address: string, theme: 'light' | 'dark'): string {
  return theme === 'dark' ? address.replaceAll('transparent', 'night') : address
}

/**
 * An address's identity: all of it but the signed token, which changes over time. Two addresses with
 * one identity may share a visible frame (D24).
 */
export function frameIdentity(address: string): string {
  return address.replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'signed-token')
}
