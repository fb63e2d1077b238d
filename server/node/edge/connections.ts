import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback, networkOf } from '../../api/networks'
import type { EdgeLimits } from './edge-limits'

/** The server reports here which connections are busy and which are idle. */
export interface Connections {
  /** A request has arrived on the connection. */
  markBusy(connection: Socket): void
  /** All requests of the connection are answered. */
  markIdle(connection: Socket): void
}

/** The connections of one network, or all. */
interface Share {
  count: number
  /** The longest idle first: a set keeps insertion order. */
  idle: Set<Socket>
}

const emptyShare = (): Share => ({ count: 0, idle: new Set() })

/**
 * Limits the number of open connections. At the limit, a new connection replaces the longest idle
 * one; if none is idle, the new one is closed.
 */
export function limitConnections(server: Server, limits: EdgeLimits): Connections {
  const all = emptyShare()
  const shares = new Map<string, Share>()
  const networks = new Map<Socket, string>()

  function forget(connection: Socket): void {
    const network = networks.get(connection)
    if (network === undefined || !networks.delete(connection)) return
    const share = shares.get(network) ?? emptyShare()
    for (const { idle } of [all, share]) idle.delete(connection)
    all.count -= 1
    share.count -= 1
    if (share.count === 0) shares.delete(network)
  }

  /** @returns whether there is room for one more. */
  function makeRoom({ count, idle }: Share, most: number): boolean {
    if (count < most) return true
    const [longest] = idle
    if (!longest) return false
    forget(longest)
    longest.destroy()
    return true
  }

  server.on('connection', (connection: Socket) => {
    const { remoteAddress } = connection
    const network = networkOf(remoteAddress).near
    const share = shares.get(network) ?? emptyShare()
    const isExempt = limits.exemptsLoopback && isLoopback(remoteAddress)
    const most = isExempt ? null : limits.connectionsOfNetwork
    if (!makeRoom(share, most ?? Number.POSITIVE_INFINITY) || !makeRoom(all, limits.connections)) {
      connection.destroy()
      return
    }
    networks.set(connection, network)
    // Closing another connection may have removed the share.
    shares.set(network, share)
    for (const counted of [all, share]) {
      counted.count += 1
      counted.idle.add(connection)
    }
    connection.once('close', () => forget(connection))
  })

  const sharesOf = (connection: Socket): Share[] => {
    const share = shares.get(networks.get(connection) ?? '')
    return share ? [all, share] : []
  }
  return {
    markBusy(connection) {
      for (const { idle } of sharesOf(connection)) idle.delete(connection)
    },
    markIdle(connection) {
      for (const { idle } of sharesOf(connection)) idle.add(connection)
    },
  }
}
