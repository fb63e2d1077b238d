import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { listenOnLoopback } from './program'

/**
 * Starts what stands between a server and its database.
 * @param databaseUrl the database that it forwards to.
 */
export async function startGate(databaseUrl: string, isOpen = true) {
  const address = new URL(databaseUrl)
  const target = { host: address.hostname, port: Number(address.port) }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const ends = [client, connect(target)] as const
    for (const socket of ends) sockets.add(socket)
    pipeline(ends[0], ends[1], ends[0], () => {
      for (const socket of ends) sockets.delete(socket)
    })
  })
  const port = await listenOnLoopback(server)
  address.hostname = '127.0.0.1'
  address.port = String(port)

  const gate = {
    /** The database's address, through the gate. */
    url: address.href,
    async close() {
      const closed = server.listening && once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async open() {
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
  if (!isOpen) await gate.close()
  return gate
}
