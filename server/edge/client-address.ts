import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'

/**
 * @param trustedProxies how many proxies of ours stand before the server. Each adds the address it
 *   sees to `X-Forwarded-For`; what stands further left was sent by the client and may be a lie.
 * @returns where a request comes from, as the furthest of them tells.
 */
export function clientAddress(incoming: IncomingMessage, trustedProxies: number): string {
  return proxyAddress(incoming, (_address, hop) => hop < trustedProxies)
}
