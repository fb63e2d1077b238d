import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createBodyReader } from './bodies'
import { clientAddress } from './client-address'
import { type EdgeLimits, edgeLimits } from './edge-limits'

export interface Listening {
  /** The server's address, for example `http://localhost:3000`. */
  url: string
  /**
   * Stops accepting requests, and resolves when those in flight have ended.
   * @param timeout for the requests in flight, in ms; afterwards their connections are closed.
   */
  stop: (timeout: number) => Promise<void>
}

/** A request's context, in addition to the request itself. */
export interface ListenBindings extends HttpBindings {
  clientAddress: string
  /** @throws HttpError if the body doesn't arrive or there is no memory for it. */
  readBody: () => Promise<Uint8Array>
}

type Fetch = (request: Request, environment: ListenBindings) => Response | Promise<Response>

export interface ListenOptions {
  /** 0 chooses a free port. */
  port: number
  /** The setting of the port, for the error if it is taken. */
  portSetting?: string
  host: string
  /** The number of our proxies in front of the server. */
  trustedProxies?: number
  limits?: EdgeLimits
}

/**
 * Serves `fetch` over HTTP, within limits that keep clients from exhausting the server (D63).
 * @throws Error that names the settings if the address can't be listened at.
 */
export async function listen(
  fetch: Fetch,
  { port, portSetting = 'PORT', host, trustedProxies = 0, limits = edgeLimits() }: ListenOptions,
): Promise<Listening> {
  const readBody = createBodyReader(limits.bodies)
  const answer = getRequestListener(
    (request, bindings) => {
      const { incoming } = bindings as HttpBindings
      return fetch(request, {
        ...(bindings as HttpBindings),
        clientAddress: clientAddress(incoming, trustedProxies),
        readBody: () => readBody(incoming),
      })
    },
    // For requests without Host, as HTTP/1.0 allows and health checks send.
    { hostname: 'localhost' },
  )
  const server = createServer(
    {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      connectionsCheckingInterval: limits.checkInterval,
      keepAliveTimeout: limits.keepAliveTimeout,
    },
    answer,
  )
  server.maxConnections = limits.connections
  server.timeout = limits.sendTimeout

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const hostSetting = portSetting.replace('PORT', 'HOST')
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken. Set ${portSetting} to another one.`
          : `${error.message}. Check ${hostSetting} and ${portSetting}.`
      reject(new Error(reason, { cause: error }))
    })
    server.listen(port, host, resolve)
  })
  return { url: urlOf(server), stop: (timeout) => stopListening(server, timeout) }
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  const unspecified = address === '0.0.0.0' || address === '::'
  const host = unspecified || address === '127.0.0.1' ? 'localhost' : address
  return `http://${family === 'IPv6' && !unspecified ? `[${host}]` : host}:${port}`
}

function stopListening(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const closing = setTimeout(() => server.closeAllConnections(), timeout)
    server.close(() => {
      clearTimeout(closing)
      resolve()
    })
  })
}
