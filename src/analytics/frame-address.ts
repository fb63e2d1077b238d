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

/** Returns the address for a theme: for dark, 'night' replaces every 'transparent' (specification, section 2). */
export function themedAddress(address: string, theme: 'light' | 'dark'): string {
  return theme === 'dark' ? address.replaceAll('transparent', 'night') : address
}

/**
 * Returns the identity of an address: the address without its signed token, which changes over time. Addresses with
 * the same identity may share a visible frame.
 */
export function frameIdentity(address: string): string {
  return address.replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'signed-token')
}
