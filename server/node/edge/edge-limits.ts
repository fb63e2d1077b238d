import { minute, second } from '../../lib/time'

const megabyte = 1024 * 1024

/** Limits of what connections may hold, and for how long (D63). Times in ms, sizes in bytes. */
export interface EdgeLimits {
  /** For a request's headers, from the start of the connection or of the request. */
  headersTimeout: number
  /** For a body, from the end of the headers. */
  bodyTimeout: number
  /** For an answer, since the client last took a byte of it. */
  sendTimeout: number
  /** For an idle connection. */
  keepAliveTimeout: number
  /** The interval between checks for expired timeouts. */
  checkInterval: number
  /** Connections per server. */
  connections: number
  /** Connections per network; null behind proxies, which all connections come from. */
  connectionsOfNetwork: number | null
  /** Whether loopback is exempt from the limit of a network. */
  exemptsLoopback: boolean
  /** Requests that one connection may send before the first is answered. */
  pipelined: number
  /** Memory for incoming bodies per server. */
  bodies: number
  /** Memory for incoming bodies per network. */
  bodiesOfNetwork: number
}

/**
 * @param trustedProxies the number of proxies in front of the server.
 * @param networkFactor multiplies the limits of a network.
 * @param keepAliveTimeout in ms.
 */
export function edgeLimits(
  trustedProxies = 0,
  networkFactor = 1,
  keepAliveTimeout = 65 * second,
): EdgeLimits {
  return {
    headersTimeout: 10 * second,
    bodyTimeout: 20 * second,
    sendTimeout: minute,
    keepAliveTimeout,
    checkInterval: second,
    connections: 10_000,
    connectionsOfNetwork: trustedProxies === 0 ? 2_000 * networkFactor : null,
    exemptsLoopback: true,
    // Browsers and proxies don't pipeline.
    pipelined: 16,
    bodies: 64 * megabyte,
    bodiesOfNetwork: 4 * megabyte,
  }
}
