import ipaddr from 'ipaddr.js'

/** A call's origin: equal texts for equal networks. */
export interface Network {
  /** The IPv4 address, or the /64 of an IPv6 address: a household or an office. */
  near: string
  /**
   * The IPv4 address, or the /48 of an IPv6 address, the largest block that customers are given. Limits count by it: by
   * the /64, one customer could use up an address's 300 sign-ins from 30 of their 65,536 networks, and lock out its owner.
   */
  wide: string
  /**
   * Whether the network may be the client's own. False if the address may belong to a proxy missing from the settings, which
   * all clients share (D45).
   */
  isOwn: boolean
}

/**
 * @param address as a connection or a proxy reports it, perhaps with a port; any text.
 * @returns its networks. A text that isn't an address counts as a network of its own, identified by
 *   its beginning.
 */
export function networkOf(address: string | undefined, isOwn = true): Network {
  const text = withoutPort((address || 'unknown').slice(0, 100))
  if (!ipaddr.IPv6.isValid(text)) return { near: text, wide: text, isOwn }
  // An IPv4-mapped IPv6 address counts as the IPv4 address.
  const parsed = ipaddr.process(text)
  if (parsed.kind() === 'ipv4') return { near: parsed.toString(), wide: parsed.toString(), isOwn }
  const [host = ''] = parsed.toString().split('%')
  const prefix = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${host}/${bits}`).toString()}/${bits}`
  return { near: prefix(64), wide: prefix(48), isOwn }
}

/**
 * @param address as a connection or a proxy reports it, perhaps with a port.
 * @returns whether it is one, as proxies write them: not `1`, which could stand for 0.0.0.1.
 */
export function isAddress(address: string): boolean {
  return isReadable(withoutPort(address))
}

function isReadable(text: string): boolean {
  return ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text)
}

/** Some proxies append the port, which differs for each connection. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}
