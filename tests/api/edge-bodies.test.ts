import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HttpError } from '../../server/api/http-error'
import { type EdgeLimits, edgeLimits } from '../../server/node/edge/edge-limits'
import { listen } from '../../server/node/edge/listen'
import { head, openRaw, type RawConnection } from '../support/raw-connection'

const soon = { interval: 5, timeout: 20_000 }

/** Serves, behind one proxy, how long each body is. */
async function serve(limits: Partial<EdgeLimits>) {
  const begun: string[] = []
  const refused: number[] = []
  const { url, stop } = await listen(
    async (_request, { clientAddress, readBody }) => {
      begun.push(clientAddress)
      try {
        return new Response(`${(await readBody()).byteLength} bytes`)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        refused.push(error.status)
        return error.toResponse()
      }
    },
    {
      host: '127.0.0.1',
      port: 0,
      trustedProxies: 1,
      limits: { ...edgeLimits(), checkInterval: 10, ...limits },
    },
  )
  onTestFinished(() => stop(0))

  /** Sends this many bytes of a body that is announced as longer. */
  async function post(network: string, sent: number, length = sent + 1): Promise<RawConnection> {
    const connection = await openRaw(url)
    const before = begun.length
    const headers = { 'Content-Length': length, 'X-Forwarded-For': network }
    connection.send(head('POST', '/', headers) + 'x'.repeat(sent))
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(before), soon)
    return connection
  }
  return { post, refused }
}

test('a body that takes too long ends its connection even if it arrives steadily', async () => {
  const { post } = await serve({ headersTimeout: 100, requestTimeout: 100 })
  const connection = await post('203.0.113.7', 10, 1_000_000)
  connection.drip('x')
  expect(await connection.untilClosed()).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('a body that nobody reads times out too', async () => {
  const { url, stop } = await listen(() => new Promise<Response>(() => {}), {
    host: '127.0.0.1',
    port: 0,
    limits: { ...edgeLimits(), headersTimeout: 50, requestTimeout: 50, checkInterval: 10 },
  })
  onTestFinished(() => stop(0))
  const connection = await openRaw(url)
  connection.send(head('POST', '/', { 'Content-Length': 1_000 }))
  connection.drip('x')
  expect(await connection.untilClosed()).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

describe('when the memory for bodies is used up', () => {
  const limits = { bodies: 1_000 }

  test('the largest body is refused, and small ones get through', async () => {
    const { post } = await serve(limits)
    const small = await post('203.0.113.7', 300)
    const large = await post('203.0.113.8', 600)
    const honest = await post('203.0.113.7', 200, 200)
    expect(await honest.untilAnswers(1)).toContain('200 bytes')
    expect(await large.untilAnswers(1)).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 2/i)
    await large.untilClosed()
    small.send('x')
    expect(await small.untilAnswers(1)).toContain('301 bytes')
  })

  test('a client that disconnects frees its memory', async () => {
    const { post, refused } = await serve(limits)
    for (let turn = 1; turn <= 5; turn += 1) {
      const gone = await post('203.0.113.7', 900)
      gone.socket.resetAndDestroy()
      // Nobody waits for it any more.
      await vi.waitFor(() => expect(refused).toEqual(Array(turn).fill(400)), soon)
    }
    const whole = await post('203.0.113.7', 990, 990)
    expect(await whole.untilAnswers(1)).toContain('990 bytes')
  })
})
