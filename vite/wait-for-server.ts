import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plugin } from 'vite'

/** How long a call waits at most, in ms, where whoever asks does. */
const timeout = 120_000

/**
 * Holds back what goes to the server while that starts, or starts again because its code has changed:
 * it would be refused with 502.
 * @param server its origin. @param paths what the paths begin with that go there.
 */
export function waitForServerPlugin(server: string, paths: readonly string[]): Plugin {
  const { hostname, port } = new URL(server)
  return {
    name: 'orglens:wait-for-server',
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, response, next) => {
        if (!paths.some((path) => url.startsWith(path))) return next()
        const end = Date.now() + timeout
        while (!(await answers(hostname, Number(port))) && Date.now() < end) {
          if (response.destroyed) return
          await sleep(100)
        }
        next()
      })
    },
  }
}

/** @returns whether somebody takes connections at a port. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
