import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { networkOf } from '../networks'
import { type Body, createBodyBudget } from './bodies'
import { clientAddress } from './client-address'
import { type Connections, limitConnections } from './connections'
import { type EdgeLimits, edgeLimits } from './edge-limits'

/** A server that takes requests. */
export interface Listening {
  /** Where it answers, for example `http://localhost:3000`. */
  url: string
  /**
   * Takes no more requests, and resolves when those under way have ended.
   * @param timeout how long they may take, in ms; then their connections are closed.
   */
  stop: (timeout: number) => Promise<void>
}

/** What is known of a request besides itself. */
export interface ListenBindings extends HttpBindings {
  clientAddress: string
  /** @throws HttpError where the body doesn't come, or there is no room for it. */
  readBody: () => Promise<Uint8Array>
}

type Fetch = (request: Request, environment: ListenBindings) => Response | Promise<Response>

/** A request, its answer, and its body, which is taken in at once. */
interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  body: Body
}

export interface ListenOptions {
  /** 0 takes a free one. */
  port: number
  host: string
  /** How many proxies of ours stand before the server. */
  trustedProxies?: number
  limits?: EdgeLimits
}

/**
 * Serves what `fetch` answers, within limits that keep any number of clients from holding more of the
 * server than they may (D63).
 * @throws Error when the port is taken.
 */
export async function listen(
  fetch: Fetch,
  { port, host, trustedProxies = 0, limits = edgeLimits(trustedProxies) }: ListenOptions,
): Promise<Listening> {
  const server = createServer({
    headersTimeout: limits.headersTimeout,
    // The body has a time of its own; this is for what nobody reads.
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
    // Started anew whenever something of the answer is taken.
    incoming.socket.setTimeout(limits.sendTimeout)
    return response
  })

  const serve = oneAtATime(limits.pipelined, connections, ({ incoming, outgoing, body }) => {
    incoming.socket.setTimeout(0)
    bodies.set(incoming, body)
    void answer(incoming, outgoing)
  })
  server.on('request', (incoming, outgoing) => {
    const network = networkOf(clientAddress(incoming, trustedProxies)).near
    serve({ incoming, outgoing, body: hasBody(incoming) ? receive(incoming, network) : noBody })
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken. Set PORT to another one.`)
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
 * Serves what comes over one connection one after the other, so that a connection never has more than
 * one answer under way. What waits when it closes is dropped.
 * @param most how many may wait: who sends more without waiting for an answer is disconnected.
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
