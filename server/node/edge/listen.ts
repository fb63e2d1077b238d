import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { networkOf } from '../../api/networks'
import { type Body, createBodyBudget } from './bodies'
import { clientAddress } from './client-address'
import { type Connections, limitConnections } from './connections'
import { type EdgeLimits, edgeLimits } from './edge-limits'

/** A listening server. */
export interface Listening {
  /** The server's address, for example `http://localhost:3000`. */
  url: string
  /**
   * Stops accepting requests, and resolves when those in flight have ended.
   * @param timeout for the requests in flight, in ms; afterwards their connections are closed.
   */
  stop: (timeout: number) => Promise<void>
}

/** A request's context beside the request itself. */
export interface ListenBindings extends HttpBindings {
  clientAddress: string
  /** @throws HttpError if the body doesn't arrive or there is no memory for it. */
  readBody: () => Promise<Uint8Array>
}

type Fetch = (request: Request, environment: ListenBindings) => Response | Promise<Response>

/** A request, its answer, and its body, which is received at once. */
interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  body: Body
}

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
 * @throws Error when the port is taken.
 */
export async function listen(
  fetch: Fetch,
  {
    port,
    portSetting = 'PORT',
    host,
    trustedProxies = 0,
    limits = edgeLimits(trustedProxies),
  }: ListenOptions,
): Promise<Listening> {
  const server = createServer({
    headersTimeout: limits.headersTimeout,
    // A body has its own timeout; this one applies if nobody reads it.
    requestTimeout: limits.headersTimeout + limits.bodyTimeout,
    connectionsCheckingInterval: limits.checkInterval,
    keepAliveTimeout: limits.keepAliveTimeout,
  })
  const connections = limitConnections(server, limits)
  const receive = createBodyBudget(limits)
  const bodies = new WeakMap<IncomingMessage, Body>()

  const answer = getRequestListener(async (request, bindings) => {
    const { incoming } = bindings as HttpBindings
    const body = bodies.get(incoming)
    const response = await fetch(request, {
      ...(bindings as HttpBindings),
      clientAddress: clientAddress(incoming, trustedProxies),
      readBody: () => (body ?? noBody).read(),
    })
    // The timer restarts whenever the client takes a part of the answer.
    incoming.socket.setTimeout(limits.sendTimeout)
    return response
  })

  const serve = oneAtATime(limits.pipelined, connections, ({ incoming, outgoing, body }) => {
    incoming.socket.setTimeout(0)
    bodies.set(incoming, body)
    void answer(incoming, outgoing)
  })
  server.on('request', (incoming, outgoing) => {
    const sender = () => networkOf(clientAddress(incoming, trustedProxies)).near
    serve({ incoming, outgoing, body: hasBody(incoming) ? receive(incoming, sender()) : noBody })
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken. Set ${portSetting} to another one.`)
          : error,
      )
    })
    server.listen(port, host, resolve)
  })
  return { url: urlOf(server), stop: (timeout) => stopListening(server, timeout) }
}

const noBody: Body = { read: async () => new Uint8Array(), discard() {} }

/** Source: RFC 9112, section 6. */
function hasBody({ headers }: IncomingMessage): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers
}

/**
 * Answers the requests of a connection one at a time. Waiting ones are dropped when it closes.
 * @param most how many may wait; a client that pipelines more is disconnected.
 */
function oneAtATime(most: number, connections: Connections, begin: (exchange: Exchange) => void) {
  const lines = new WeakMap<Socket, Exchange[]>()

  function next(socket: Socket, line: Exchange[], exchange: Exchange): void {
    exchange.outgoing.once('close', () => {
      exchange.body.discard()
      const following = socket.destroyed ? undefined : line.shift()
      if (following) {
        next(socket, line, following)
        return
      }
      for (const { body } of line) body.discard()
      lines.delete(socket)
      if (!socket.destroyed) connections.markIdle(socket)
    })
    begin(exchange)
  }

  return (exchange: Exchange): void => {
    const { socket } = exchange.incoming
    const line = lines.get(socket)
    if (socket.destroyed || (line && line.length >= most)) {
      exchange.body.discard()
      socket.destroy()
    } else if (line) {
      line.push(exchange)
    } else {
      const empty: Exchange[] = []
      lines.set(socket, empty)
      connections.markBusy(socket)
      next(socket, empty, exchange)
    }
  }
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  const unspecified = address === '0.0.0.0' || address === '::'
  const host = unspecified || address === '127.0.0.1' ? 'localhost' : address
  return `http://${family === 'IPv6' && !unspecified ? `[${host}]` : host}:${port}`
}

function stopListening(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), timeout)
    server.close(() => {
      clearTimeout(impatient)
      resolve()
    })
    server.closeIdleConnections()
  })
}
