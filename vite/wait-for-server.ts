import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a server accepts connections, at most 2 min. While it restarts, a proxy answers 502. */
export async function waitForServer(origin: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    const socket = connect(Number(port), hostname)
    const isConnected = await once(socket, 'connect').then(Boolean, () => false)
    socket.destroy()
    if (isConnected) return
  }
}
