import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { limitConnections } from '../../server/node/edge/connections'
import { type EdgeLimits, edgeLimits } from '../../server/node/edge/edge-limits'

class FakeSocket extends EventEmitter {
  isOpen = true
  constructor(readonly remoteAddress: string) {
    super()
  }
  destroy(): void {
    this.isOpen = false
    this.emit('close')
  }
}

/** A server without a network. */
function start(limits: Partial<EdgeLimits>) {
  const server = new EventEmitter()
  const connections = limitConnections(server as Server, { ...edgeLimits(), ...limits })
  const connect = (address: string) => {
    const socket = new FakeSocket(address)
    server.emit('connection', socket)
    return socket
  }
  const markBusy = (socket: FakeSocket) => connections.markBusy(socket as unknown as Socket)
  const markIdle = (socket: FakeSocket) => connections.markIdle(socket as unknown as Socket)
  return { connect, markBusy, markIdle }
}

const openOf = (sockets: FakeSocket[]) => sockets.map(({ isOpen }) => isOpen)

test('uses the numbers of D63', () => {
  const mb = 1024 * 1024
  expect(edgeLimits()).toMatchObject({
    headersTimeout: 10_000,
    bodyTimeout: 20_000,
    keepAliveTimeout: 65_000,
    checkInterval: 1_000,
    connections: 10_000,
    connectionsOfNetwork: 2_000,
    exemptsLoopback: true,
    bodies: 64 * mb,
    bodiesOfNetwork: 4 * mb,
  })
  expect(edgeLimits(0, 3).connectionsOfNetwork).toBe(6_000)
  expect(edgeLimits(1, 3).connectionsOfNetwork).toBeNull()
})

describe('a network', () => {
  test('at its limit loses its longest idle connection, and no other network does', () => {
    const { connect, markBusy, markIdle } = start({ connectionsOfNetwork: 2 })
    const others = [connect('198.51.100.1'), connect('2001:db8::1')]
    const [first, second] = [connect('203.0.113.7'), connect('203.0.113.7')]
    markBusy(first)
    markIdle(first)
    const third = connect('203.0.113.7')
    expect(openOf([first, second, third, ...others])).toEqual([true, false, true, true, true])
  })

  test('whose connections are all busy gets no more until one ends', () => {
    const { connect, markBusy } = start({ connectionsOfNetwork: 2 })
    const busy = [connect('2001:db8::1'), connect('2001:db8::2')]
    for (const socket of busy) markBusy(socket)
    // The /64 is one network.
    expect(connect('2001:db8::3').isOpen).toBe(false)
    expect(connect('2001:db8:0:1::3').isOpen).toBe(true)
    busy[0]?.destroy()
    expect(connect('2001:db8::3').isOpen).toBe(true)
    expect(openOf(busy)).toEqual([false, true])
  })

  test("is neither this machine nor a proxy's client", () => {
    const { connect } = start({ connectionsOfNetwork: 1 })
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(openOf([connect(address), connect(address)]), address).toEqual([true, true])
    }
    const proxied = start({ connectionsOfNetwork: null })
    const sockets = [proxied.connect('10.0.0.1'), proxied.connect('10.0.0.1')]
    expect(openOf(sockets)).toEqual([true, true])
  })
})

test('a server at its limit closes the longest idle connection of all', () => {
  const { connect, markBusy } = start({ connections: 3 })
  const sockets = [connect('127.0.0.1'), connect('198.51.100.1'), connect('203.0.113.7')]
  if (sockets[0]) markBusy(sockets[0])
  expect(connect('192.0.2.1').isOpen).toBe(true)
  expect(openOf(sockets)).toEqual([true, false, true])
})
