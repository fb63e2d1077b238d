import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'

/**
 * @param trustedProxies the number of our proxies in front of the server. Each appends the address
 *   it sees to `X-Forwarded-For`; clients may forge anything further left.
 * @returns the client's address, as reported by the outermost proxy.
 */
export function clientAddress(incoming: IncomingMessage, trustedProxies: number): string {
  return proxyAddress(incoming, (_address, hop) => hop < trustedProxies)
}
