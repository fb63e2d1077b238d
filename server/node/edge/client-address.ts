import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'
import { isAddress } from '../../api/networks'

/**
 * @param trustedProxies the number of our proxies in front of the server. Each appends the address
 *   it sees to `X-Forwarded-For`; clients may forge anything further left.
 * @returns the client's address, as reported by the outermost proxy. An unreadable address, and everything further left, is
 *   ignored: then the address to the right of it counts, or the connection's.
 */
export function clientAddress(incoming: IncomingMessage, trustedProxies: number): string {
  if (trustedProxies === 0) return incoming.socket.remoteAddress ?? ''
  const [socket, ...reported] = proxyAddress.all(incoming, (_address, hop) => hop < trustedProxies)
  const unreadable = reported.findIndex((address) => !isAddress(address))
  const readable = unreadable < 0 ? reported : reported.slice(0, unreadable)
  return readable.at(-1) ?? socket ?? ''
}

/** @returns whether a header `X-Forwarded-For` may come from a proxy, because it has an address. */
export function isForwarded(header: string | undefined): boolean {
  return header?.split(',').some((entry) => isAddress(entry.trim())) ?? false
}
