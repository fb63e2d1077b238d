import ipaddr from 'ipaddr.js'

/** Where a call comes from, as limits count it. Texts that are equal where the network is. */
export interface Network {
  /** The IPv4 address, or the /64 of an IPv6 one, which is what a household or an office has. */
  near: string
  /** The IPv4 address, or the /48 of an IPv6 one, which is the most that a customer is given. */
  wide: string
  /**
   * Whether it is the client's own: false where it may be that of a proxy that the settings don't know
   * of, which all its clients share (D67).
   */
  isOwn: boolean
}

/**
 * @param address as a connection or a proxy tells it, perhaps with a port; any text.
 * @returns the networks it is of; what is no address is one of its own, told by its beginning.
 */
export function networkOf(address: string | undefined, isOwn = true): Network {
  const text = withoutPort((address || 'unknown').slice(0, 100))
  if (!ipaddr.isValid(text)) return { near: text, wide: text, isOwn }
  // An IPv4 address that is written as an IPv6 one is the IPv4 address.
  const parsed = ipaddr.process(text)
  if (parsed.kind() === 'ipv4') return { near: parsed.toString(), wide: parsed.toString(), isOwn }
  const [host = ''] = parsed.toString().split('%')
  const prefix = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${host}/${bits}`).toString()}/${bits}`
  return { near: prefix(64), wide: prefix(48), isOwn }
}

/** @returns whether an address, as a connection tells it, is of this machine. */
export function isLoopback(address = ''): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Some proxies add the port, which is another one for every connection. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}
