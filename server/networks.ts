import ipaddr from 'ipaddr.js'

/** Where a call comes from, as limits count it. Texts that are equal where the network is. */
export interface Network {
  /** The IPv4 address, or the /64 of an IPv6 one, which is what a household or an office has. */
  near: string
  /** The IPv4 address, or the /48 of an IPv6 one, which is the most that a customer is given. */
  wide: string
}

/**
 * @param address as a connection or a proxy tells it, perhaps with a port; any text.
 * @returns the networks it is of; what is no address is one of its own, told by its beginning.
 */
export function networkOf(address: string | undefined): Network {
  const text = withoutPort((address || 'unknown').slice(0, 100))
  if (!ipaddr.isValid(text)) return { near: text, wide: text }
  // An IPv4 address that is written as an IPv6 one is the IPv4 address.
  const parsed = ipaddr.process(text)
  if (parsed.kind() === 'ipv4') return { near: parsed.toString(), wide: parsed.toString() }
  const [host = ''] = parsed.toString().split('%')
  const prefix = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${host}/${bits}`).toString()}/${bits}`
  return { near: prefix(64), wide: prefix(48) }
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
