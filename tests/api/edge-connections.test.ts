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

test('pipelined requests are answered in order', async () => {
  const connection = await openRaw(
    await serve({}, ({ url }) => new Response(new URL(url).pathname)),
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
  connection.send(get)
  await vi.waitFor(() => expect(closed).toHaveLength(1), soon)
  await closed[0]
  connection.socket.resume()
  expect((await connection.untilClosed()).length).toBeLessThan(much.byteLength)
})

test('a slow answer is not cut off because its connection is idle', async () => {
  const { answer, begun, letGo } = held()
  const url = await serve({ keepAliveTimeout: 50 }, answer)
  const [slow, other] = [await openRaw(url), await openRaw(url)]
  slow.send(head('GET', '/slow'))
  await vi.waitFor(() => expect(begun).toHaveLength(1), soon)
  other.send(get)
  letGo()
  // Longer than that.
  await other.untilClosed()
  expect(await slow.untilAnswers(1)).toContain('/slow')
})

test('connections beyond the limit are closed', async () => {
  const url = await serve({ connections: 2 })
  const [first, second] = [await openRaw(url), await openRaw(url)]
  const third = await openRaw(url)
  expect(await third.untilClosed()).toBe('')
  for (const connection of [first, second]) {
    connection.send(get)
    expect(await connection.untilAnswers(1)).toContain('here')
  }
})
