import { minute, second } from '../time'

const megabyte = 1024 * 1024

/** What connections may hold, and for how long (D63). Times in ms, sizes in bytes. */
export interface EdgeLimits {
  /** How long a request's headers may take to come, from the connection's or its own beginning. */
  headersTimeout: number
  /** How long a body may take, from the end of the headers. */
  bodyTimeout: number
  /** How long an answer may wait without a byte of it being taken. */
  sendTimeout: number
  /** How long a connection is kept that asks nothing more. */
  keepAliveTimeout: number
  /** How often it is looked for what has taken too long. */
  checkInterval: number
  /** Connections that a server holds at most. */
  connections: number
  /** Connections that one network holds at most; null behind proxies, whose all of them are. */
  connectionsOfNetwork: number | null
  /** Whether this machine is no network like others. */
  exemptsLoopback: boolean
  /** Requests that one connection may send before the first of them is answered. */
  pipelined: number
  /** What bodies that are being received hold at most in a server. */
  bodies: number
  /** What those of one network hold at most. */
  bodiesOfNetwork: number
}

/**
 * @param trustedProxies how many stand before the server.
 * @param networkFactor multiplies what one network may do.
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
    // Browsers and proxies send none.
    pipelined: 16,
    bodies: 64 * megabyte,
    bodiesOfNetwork: 4 * megabyte,
  }
}
