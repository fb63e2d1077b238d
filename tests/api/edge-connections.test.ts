import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type EdgeLimits, edgeLimits } from '../../server/node/edge/edge-limits'
import { type ListenBindings, listen } from '../../server/node/edge/listen'
import { deferred } from '../support/deferred'
import { head, openRaw } from '../support/raw-connection'

const get = head('GET', '/')
const soon = { interval: 5, timeout: 20_000 }

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

/** An answer that comes when the test lets it. */
function held() {
  const gate = deferred()
  const begun: string[] = []
  const answer: Answer = async ({ url }) => {
    begun.push(new URL(url).pathname)
    await gate.promise
    return new Response(new URL(url).pathname)
  }
  return { answer, begun, letGo: gate.resolve }
}

test('a client that pipelines a thousand requests is disconnected after one has started', async () => {
  const { answer, begun } = held()
  const connection = await openRaw(await serve({}, answer))
  connection.send(get.repeat(1_000))
  expect(await connection.untilClosed()).toBe('')
  expect(begun).toEqual(['/'])
})

test('queued requests of a closed connection never start', async () => {
  const { answer, begun, letGo } = held()
  const url = await serve({}, answer)
  const gone = await openRaw(url)
  for (const path of ['/1', '/2', '/3']) gone.send(head('GET', path))
  await vi.waitFor(() => expect(begun).toEqual(['/1']), soon)
  gone.socket.resetAndDestroy()
  const other = await openRaw(url)
  other.send(head('GET', '/other'))
  await vi.waitFor(() => expect(begun).toEqual(['/1', '/other']), soon)
  letGo()
  await other.untilAnswers(1)
  expect(begun).toEqual(['/1', '/other'])
})

test('pipelined requests are answered in order', async () => {
  const connection = await openRaw(
    await serve({ pipelined: 16 }, ({ url }) => new Response(new URL(url).pathname)),
  )
  const paths = Array.from({ length: 17 }, (_, index) => `/${index}`)
  connection.send(paths.map((path) => head('GET', path)).join(''))
  const received = await connection.untilAnswers(17)
  expect(received.match(/^\/\d+/gm)).toEqual(paths)
})

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
  connection.send(get.repeat(3))
  await vi.waitFor(() => expect(closed).toHaveLength(1), soon)
  await closed[0]
  connection.socket.resume()
  expect((await connection.untilClosed()).length).toBeLessThan(much.byteLength)
  expect(closed).toHaveLength(1)
})

test('an idle connection is closed', async () => {
  const connection = await openRaw(await serve({ keepAliveTimeout: 100 }))
  connection.send(get)
  expect(await connection.untilClosed()).toContain('here')
})

test('a slow answer is not cut off by the other timeouts', async () => {
  const { answer, begun, letGo } = held()
  const connection = await openRaw(
    await serve({ keepAliveTimeout: 50, sendTimeout: 50 }, (request, bindings) =>
      request.url.endsWith('/slow') ? answer(request, bindings) : new Response('quick'),
    ),
  )
  const other = await openRaw(await serve({ keepAliveTimeout: 50 }))
  connection.send(get + head('GET', '/slow'))
  await vi.waitFor(() => expect(begun).toHaveLength(1), soon)
  // Longer than any of them.
  other.send(get)
  await other.untilClosed()
  letGo()
  expect(await connection.untilAnswers(2)).toContain('/slow')
})

test('at the limit a new connection replaces the longest idle one; if all are busy, it is closed', async () => {
  const { answer, begun, letGo } = held()
  const url = await serve({ connections: 2 }, answer)
  const [first, second] = [await openRaw(url), await openRaw(url)]
  const third = await openRaw(url)
  expect(await first.untilClosed()).toBe('')
  for (const connection of [second, third]) connection.send(get)
  await vi.waitFor(() => expect(begun).toHaveLength(2), soon)
  expect(await (await openRaw(url)).untilClosed()).toBe('')
  letGo()
  for (const connection of [second, third]) await connection.untilAnswers(1)
  // Both are idle again, the second for longer.
  const fifth = await openRaw(url)
  fifth.send(get)
  await fifth.untilAnswers(1)
  expect(await second.untilClosed()).toContain('200')
  expect(third.isClosed()).toBe(false)
})

test('a network at its limit loses its own connections only', async () => {
  const { answer, begun, letGo } = held()
  const url = await serve({ connectionsOfNetwork: 2, exemptsLoopback: false }, answer)
  const busy = [await openRaw(url), await openRaw(url)]
  for (const connection of busy) connection.send(get)
  await vi.waitFor(() => expect(begun).toHaveLength(2), soon)
  expect(await (await openRaw(url)).untilClosed()).toBe('')
  letGo()
  for (const connection of busy) await connection.untilAnswers(1)
  await openRaw(url)
  expect(await busy[0]?.untilClosed()).toContain('200')
  expect(busy[1]?.isClosed()).toBe(false)
})
