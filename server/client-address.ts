import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Where a request comes from, for rate limits.
 * @param trustedProxies how many proxies of ours stand before the server. Each adds the address it
 *   sees to `X-Forwarded-For`; what stands further left was sent by the client and may be a lie.
 * @returns an IPv4 address, or the /64 network of an IPv6 one, which is what a client is given.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const chain = [...forwarded, socket.remoteAddress ?? 'unknown']
  const address = withoutPort(chain[Math.max(chain.length - 1 - trustedProxies, 0)] ?? 'unknown')
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(mapped) ? networkOf(mapped) : mapped
}

/** Some proxies add the port, which is another one for every connection. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}

/** One network is written in one way: without leading zeros, in small letters. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array(8 - left.length - right.length).fill('0') : []
  const network = [...left, ...zeros, ...right].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
