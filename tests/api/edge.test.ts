import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HttpError } from '../../server/api/http-error'
import { type EdgeLimits, edgeLimits } from '../../server/node/edge/edge-limits'
import { type ListenBindings, listen } from '../../server/node/edge/listen'
import { head, openRaw } from '../support/raw-connection'

const soon = { interval: 5, timeout: 20_000 }
const get = head('GET', '/')

type Answer = (request: Request, bindings: ListenBindings) => Response | Promise<Response>

/** Serves on a port of its own until the test ends. @returns where. */
async function serve(limits: Partial<EdgeLimits>, answer: Answer = () => new Response('here')) {
  const { url, stop } = await listen(answer, {
    host: '127.0.0.1',
    port: 0,
    limits: { ...edgeLimits(), checkInterval: 10, ...limits },
  })
  onTestFinished(() => stop(0))
  return url
}

test('headers that take too long end their connection even if they arrive steadily', async () => {
  const url = await serve({ headersTimeout: 100 })
  const [silent, slow] = [await openRaw(url), await openRaw(url)]
  slow.send('GET / HTTP/1.1\r\nHost: localhost\r\n')
  slow.drip('X: x\r\n')
  expect(await slow.untilClosed()).toMatch(/^HTTP\/1\.1 408 /)
  expect(await silent.untilClosed()).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('an answer that the client does not read ends its connection', async () => {
  const closed: Promise<unknown>[] = []
  // More than the system keeps by itself.
  const much = new Uint8Array(32 * 1024 * 1024)
  const url = await serve({ sendTimeout: 100 }, (_request, { outgoing }) => {
    closed.push(once(outgoing, 'close'))
    return new Response(much)
  })
  const connection = await openRaw(url)
  connection.socket.pause()
  connection.send(get)
  await vi.waitFor(() => expect(closed).toHaveLength(1), soon)
  await closed[0]
  connection.socket.resume()
  expect((await connection.untilClosed()).length).toBeLessThan(much.byteLength)
})

test('a health check without a host is answered', async () => {
  const url = await serve({})
  for (const host of ['1.0', '1.1\r\nHost:\r\nConnection: close']) {
    const connection = await openRaw(url)
    connection.send(`GET / HTTP/${host}\r\n\r\n`)
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('connections beyond the limit are closed', async () => {
  const url = await serve({ connections: 2 })
  const [first, second] = [await openRaw(url), await openRaw(url)]
  expect(await (await openRaw(url)).untilClosed()).toBe('')
  for (const connection of [first, second]) {
    connection.send(get)
    expect(await connection.untilAnswers(1)).toContain('here')
  }
})

/** Serves how long each body is. @returns what sends so many bytes of a body that is announced as longer. */
async function serveBodies(limits: Partial<EdgeLimits>) {
  let begun = 0
  const url = await serve(limits, async (_request, { readBody }) => {
    begun += 1
    const body = await readBody().catch((error: HttpError) => error)
    return body instanceof HttpError ? body.toResponse() : new Response(`${body.byteLength} bytes`)
  })
  return async (sent: number, length = sent + 1) => {
    const connection = await openRaw(url)
    const before = begun
    connection.send(head('POST', '/', { 'Content-Length': length }) + 'x'.repeat(sent))
    await vi.waitFor(() => expect(begun).toBeGreaterThan(before), soon)
    return connection
  }
}

test('a body that takes too long ends its connection even if it arrives steadily', async () => {
  const post = await serveBodies({ headersTimeout: 100, requestTimeout: 100 })
  const connection = await post(10, 1_000_000)
  connection.drip('x')
  expect(await connection.untilClosed()).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('when the memory for bodies is used up, the largest is refused, and small ones get through', async () => {
  const post = await serveBodies({ bodies: 1_000 })
  const small = await post(300)
  const large = await post(600)
  const honest = await post(200, 200)
  expect(await honest.untilAnswers(1)).toContain('200 bytes')
  expect(await large.untilAnswers(1)).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 2/i)
  await large.untilClosed()
  small.send('x')
  expect(await small.untilAnswers(1)).toContain('301 bytes')
})
