import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished, vi } from 'vitest'

const interval = 5
const timeout = 20_000

/** Opens a connection that a test writes to byte by byte; it ends with the test. */
export async function openRaw(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  let isClosed = false
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
  })
  // Many tests are about connections that the other side closes.
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')

  return {
    socket,
    send: (text: string | Buffer) => void socket.write(text),
    drip(text: string) {
      const timer = setInterval(() => socket.write(text), interval)
      socket.once('close', () => clearInterval(timer))
    },
    /** @returns everything that had come when the connection was closed from the other side. */
    async untilClosed(): Promise<string> {
      if (!isClosed) await once(socket, 'close')
      return received
    },
    /** @returns the received data as soon as it has this many answers. */
    async untilAnswers(count: number): Promise<string> {
      await vi.waitFor(
        () => {
          const answers = received.match(/HTTP\/1\.1 \d{3} /g) ?? []
          if (answers.length < count) throw new Error(`${answers.length} answers came: ${received}`)
        },
        { interval, timeout },
      )
      return received
    },
  }
}

export function head(method: string, path: string, headers: Record<string, string | number> = {}) {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map((line) => line.join(': '))
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`
}
