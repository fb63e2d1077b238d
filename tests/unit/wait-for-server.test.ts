import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { waitForServer } from '../../vite/wait-for-server'

/** @returns the port of a server that has ended. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

test('waits until the server accepts connections', async () => {
  const port = await freePort()
  const happened: string[] = []
  setTimeout(() => {
    happened.push('the server started')
    const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
    onTestFinished(() => void server.close())
  }, 300)
  await waitForServer(`http://127.0.0.1:${port}`)
  happened.push('the wait ended')
  expect(happened).toEqual(['the server started', 'the wait ended'])
})
