import { minute, second } from '../../lib/time'

/** Limits of connections (D63). Times in ms, sizes in bytes. */
export interface EdgeLimits {
  /** For a request's headers, from the start of the connection or of the request. */
  headersTimeout: number
  /** For a whole request, its body included. */
  requestTimeout: number
  /** For an answer, since the client last took a byte of it, or for its first byte: longer than the slowest call takes. */
  sendTimeout: number
  /** For an idle connection. */
  keepAliveTimeout: number
  /** The interval between checks for expired timeouts. */
  checkInterval: number
  connections: number
  /** Memory for incoming bodies per server. */
  bodies: number
}

/** @param keepAliveTimeout in ms. */
export function edgeLimits(keepAliveTimeout = 65 * second): EdgeLimits {
  return {
    headersTimeout: 10 * second,
    requestTimeout: 30 * second,
    sendTimeout: 1.5 * minute,
    keepAliveTimeout,
    checkInterval: second,
    connections: 10_000,
    bodies: 64 * 1024 * 1024,
  }
}
