import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HttpError } from '../../server/api/http-error'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { type EdgeLimits, edgeLimits } from '../../server/node/edge/edge-limits'
import { listen } from '../../server/node/edge/listen'
import { head, openRaw, type RawConnection } from '../support/raw-connection'
import { demoHostForTest } from '../support/running-host'

const soon = { interval: 5, timeout: 20_000 }

/** Serves, behind one proxy, how long each body is. */
async function serve(limits: Partial<EdgeLimits>) {
  const begun: string[] = []
  const refused: number[] = []
  const { url, stop } = await listen(
    async (request, { clientAddress, readBody }) => {
      begun.push(clientAddress)
      if (request.url.endsWith('/unread')) return new Response('not read')
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
      limits: { ...edgeLimits(1), checkInterval: 10, ...limits },
    },
  )
  onTestFinished(() => stop(0))

  /** Sends this many bytes of a body that is announced as longer. */
  async function post(
    network: string,
    sent: number,
    length = sent + 1,
    path = '/',
  ): Promise<RawConnection> {
    const connection = await openRaw(url)
    const before = begun.length
    const headers = { 'Content-Length': length, 'X-Forwarded-For': network }
    connection.send(head('POST', path, headers) + 'x'.repeat(sent))
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(before), soon)
    return connection
  }
  return { post, refused }
}

test('a body that takes too long is refused even if it arrives steadily, and its connection is closed', async () => {
  const { post } = await serve({ headersTimeout: 60_000, bodyTimeout: 100 })
  const connection = await post('203.0.113.7', 10, 1_000_000)
  connection.drip('x')
  expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body that nobody reads times out too', async () => {
  const { url, stop } = await listen(() => new Promise<Response>(() => {}), {
    host: '127.0.0.1',
    port: 0,
    limits: { ...edgeLimits(), headersTimeout: 50, bodyTimeout: 50, checkInterval: 10 },
  })
  onTestFinished(() => stop(0))
  const connection = await openRaw(url)
  connection.send(head('POST', '/', { 'Content-Length': 1_000 }))
  connection.drip('x')
  expect(await connection.untilClosed()).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

describe('when the memory for bodies is used up', () => {
  const limits = { bodies: 3_000, bodiesOfNetwork: 1_000 }

  test('the largest body of a full network is refused, and small ones get through', async () => {
    const { post } = await serve(limits)
    const large = await post('203.0.113.7', 600)
    const small = await post('203.0.113.7', 300)
    const other = await post('203.0.113.8', 900)
    const honest = await post('203.0.113.7', 200, 200)
    expect(await honest.untilAnswers(1)).toContain('200 bytes')
    expect(await large.untilAnswers(1)).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 2/i)
    await large.untilClosed()
    for (const connection of [small, other]) {
      connection.send('x')
      await connection.untilAnswers(1)
    }
    expect(await small.untilAnswers(1)).toContain('301 bytes')
    expect(await other.untilAnswers(1)).toContain('901 bytes')
  })

  test('a full server refuses the network that uses most', async () => {
    const { post } = await serve(limits)
    const most = await post('203.0.113.1', 950)
    const others = [
      await post('203.0.113.2', 700),
      await post('203.0.113.3', 700),
      await post('203.0.113.4', 600),
    ]
    const honest = await post('203.0.113.5', 100, 100)
    expect(await honest.untilAnswers(1)).toContain('100 bytes')
    expect(await most.untilAnswers(1)).toMatch(/^HTTP\/1\.1 503 /)
    for (const connection of others) {
      connection.send('x')
      expect(await connection.untilAnswers(1)).toMatch(/^HTTP\/1\.1 200 /)
    }
  })

  test('a client that disconnects frees its memory and its queue', async () => {
    const { post, refused } = await serve({ bodiesOfNetwork: 1_000 })
    for (let turn = 1; turn <= 5; turn += 1) {
      const gone = await post('203.0.113.7', 900)
      gone.socket.resetAndDestroy()
      // Nobody waits for it any more.
      await vi.waitFor(() => expect(refused).toEqual(Array(turn).fill(400)), soon)
    }
    const whole = await post('203.0.113.7', 990, 990)
    expect(await whole.untilAnswers(1)).toContain('990 bytes')
  })

  test('an answered request frees its memory', async () => {
    const { post } = await serve({ bodiesOfNetwork: 1_000 })
    for (let turn = 0; turn < 5; turn += 1) {
      const whole = await post('203.0.113.7', 900, 900)
      expect(await whole.untilAnswers(1)).toContain('900 bytes')
    }
  })

  test('a request that is answered without reading its body frees its memory', async () => {
    const { post, refused } = await serve({ bodiesOfNetwork: 1_000 })
    const unread = await post('203.0.113.7', 900, 900, '/unread')
    expect(await unread.untilAnswers(1)).toContain('not read')
    const whole = await post('203.0.113.7', 950, 950)
    expect(await whole.untilAnswers(1)).toContain('950 bytes')
    expect(refused).toEqual([])
  })

  test('a body in a thousand chunks arrives intact', async () => {
    const { post } = await serve({})
    const pieces = await post('203.0.113.7', 1, 1_000)
    pieces.socket.setNoDelay(true)
    for (let turn = 1; turn < 1_000; turn += 1) pieces.send('x')
    expect(await pieces.untilAnswers(1)).toContain('1000 bytes')
  })
})

test('a client that uses up its limits keeps nobody else from signing in, not even on its network', async () => {
  const host = await demoHostForTest({ TRUSTED_PROXIES: '1' })
  const almost = 'x'.repeat(1_048_040)
  const holders = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const holder = await openRaw(host.url)
      const headers = { 'Content-Length': 1_048_576, 'X-Forwarded-For': '203.0.113.7' }
      holder.send(head('POST', '/api/payments/webhook/', headers) + almost)
      return holder
    }),
  )
  // 4 MB have room for four of them, and for a sign-in.
  const refused = () => holders.filter(({ isClosed }) => isClosed())
  await vi.waitFor(() => expect(refused()).toHaveLength(6), soon)
  for (const network of ['203.0.113.7', '203.0.113.8']) {
    const credentials = { email: demoAdmin.email, password: demoPassword }
    const headers = { 'x-forwarded-for': network }
    expect((await host.call('login', credentials, undefined, headers)).status).toBe(200)
  }
  for (const holder of refused()) expect(await holder.untilClosed()).toMatch(/^HTTP\/1\.1 503 /)
})
