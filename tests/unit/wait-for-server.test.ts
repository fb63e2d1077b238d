import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import type { ViteDevServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { waitForServerPlugin } from '../../vite/wait-for-server'

type Handler = (
  request: { url: string },
  response: { destroyed: boolean },
  next: () => void,
) => void

/** @returns what stands before a server at this port. */
function gate(port: number): Handler {
  const { configureServer } = waitForServerPlugin(`http://127.0.0.1:${port}`, ['/api/'])
  const handlers: Handler[] = []
  const server = { middlewares: { use: (handler: Handler) => handlers.push(handler) } }
  if (typeof configureServer !== 'function') throw new Error('There is no hook')
  Reflect.apply(configureServer, undefined, [server as unknown as ViteDevServer])
  return (request, response, next) => handlers[0]?.(request, response, next)
}

/** @returns the port of a server that has ended. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

test('a call goes on once the server takes connections, everything else at once', async () => {
  const port = await freePort()
  const pass = gate(port)
  const happened: string[] = []
  const events = new EventEmitter()
  const answer = { destroyed: false }
  pass({ url: '/api/pricing/' }, answer, () => {
    happened.push('the call went on')
    events.emit('done')
  })
  pass({ url: '/src/main.tsx' }, answer, () => happened.push('a module went on'))
  expect(happened).toEqual(['a module went on'])

  setTimeout(() => {
    happened.push('the server started')
    const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
    onTestFinished(() => void server.close())
  }, 300)
  await once(events, 'done')
  expect(happened).toEqual(['a module went on', 'the server started', 'the call went on'])
})
