import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'
import type { Target } from '../../support/conformance/target'

/** 1 MB. */
const bodyLimit = 1024 * 1024

/** What only a real connection can get wrong. */
export default function describeSocket(client: Client, { overSocket }: Target): void {
  if (!overSocket) return

  /** Opens a connection and sends the head of a call to login, and what follows it. */
  async function open(headers: string[], sent: string): Promise<Socket> {
    const { hostname, port } = new URL(client.api.origin)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const head = ['POST /api/login/ HTTP/1.1', `Host: ${hostname}`, ...headers]
    socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`)
    return socket
  }

  async function expectStillAnswering(): Promise<void> {
    expect((await client.refused('login', examples.login)).status).toBe(404)
  }

  const json = 'Content-Type: application/json'

  test('an announced length of more than 1 MB is refused before the body arrives', async () => {
    const socket = await open([json, `Content-Length: ${bodyLimit + 1}`], '{')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
    await expectStillAnswering()
  })

  test('a body without end is refused at 1 MB', async () => {
    const socket = await open([json, 'Transfer-Encoding: chunked'], '')
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const answered = once(socket, 'data')
    // What is written after the refusal may meet a closed door.
    socket.on('error', () => {})
    for (let sent = 0; sent <= bodyLimit; sent += 0x10000) socket.write(chunk)
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
    await expectStillAnswering()
  })

  test('large bodies are answered on reused connections', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { status } = await client.refused('login', { email: 'x'.repeat(2 * bodyLimit) })
      expect(status).toBe(413)
      await expectStillAnswering()
    }
  })
}
