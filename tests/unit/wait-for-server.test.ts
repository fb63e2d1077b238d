import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { waitForServer } from '../../vite/wait-for-server'
import { freePort } from '../support/program'

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
