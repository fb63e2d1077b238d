import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type EdgeLimits, edgeLimits } from '../../server/edge/edge-limits'
import { type ListenBindings, listen } from '../../server/edge/listen'
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
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const begun: string[] = []
  const answer: Answer = async ({ url }) => {
    begun.push(new URL(url).pathname)
    await gate
    return new Response(new URL(url).pathname)
  }
  return { answer, begun, letGo }
}

test('who sends a thousand requests without waiting is disconnected, and one has been begun', async () => {
  const { answer, begun } = held()
  const connection = await openRaw(await serve({}, answer))
  connection.send(get.repeat(1_000))
  expect(await connection.untilClosed()).toBe('')
  expect(begun).toEqual(['/'])
})

test('what a connection that goes away had asked for besides is never begun', async () => {
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

test('what a connection asks for without waiting is answered in order', async () => {
  const connection = await openRaw(
    await serve({ pipelined: 16 }, ({ url }) => new Response(new URL(url).pathname)),
  )
  const paths = Array.from({ length: 17 }, (_, index) => `/${index}`)
  connection.send(paths.map((path) => head('GET', path)).join(''))
  const received = await connection.untilAnswers(17)
  expect(received.match(/^\/\d+/gm)).toEqual(paths)
})

test('headers that take too long end their connection, however steadily they come', async () => {
  const url = await serve({ headersTimeout: 100 })
  const [silent, slow] = [await openRaw(url), await openRaw(url)]
  slow.send('GET / HTTP/1.1\r\nHost: localhost\r\n')
  slow.drip('X: x\r\n')
  expect(await slow.untilClosed()).toMatch(/^HTTP\/1\.1 408 /)
  expect(await silent.untilClosed()).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('an answer that nobody reads ends its connection', async () => {
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

test('a connection that asks nothing more is closed', async () => {
  const connection = await openRaw(await serve({ keepAliveTimeout: 100 }))
  connection.send(get)
  expect(await connection.untilClosed()).toContain('here')
})

test('an answer that takes its time is waited for, however short the other patiences are', async () => {
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

test('beyond the most, the longest idle connection makes place; where all are busy, the new one goes', async () => {
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

test('one network that holds as many connections as it may loses its own, and nobody else’s', async () => {
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
