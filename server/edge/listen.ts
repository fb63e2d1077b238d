import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'

/** How long requests under way may take to end when the server stops, in ms. */
const shutdownPatience = 10_000

/** A server that takes requests. */
export interface Listening {
  /** Where it answers, for example `http://localhost:3000`. */
  url: string
  /** Takes no more requests, and resolves when those under way have ended. */
  stop: () => Promise<void>
}

/**
 * @param port 0 takes a free one.
 * @throws Error when the port is taken.
 */
export async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  host: string,
  port: number,
): Promise<Listening> {
  const server = await new Promise<ServerType>((resolve, reject) => {
    const started = serve({ fetch, port, hostname: host }, () => resolve(started))
    started.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken. Set PORT to another one.`)
          : error,
      )
    })
  })
  return { url: urlOf(server), stop: () => stopListening(server) }
}

function urlOf(server: ServerType): string {
  const { address, port, family } = server.address() as AddressInfo
  const unspecified = address === '0.0.0.0' || address === '::'
  const host = unspecified || address === '127.0.0.1' ? 'localhost' : address
  return `http://${family === 'IPv6' && !unspecified ? `[${host}]` : host}:${port}`
}

function stopListening(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const impatient =
      'closeAllConnections' in server &&
      setTimeout(() => server.closeAllConnections(), shutdownPatience)
    server.close(() => {
      if (impatient) clearTimeout(impatient)
      resolve()
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}
