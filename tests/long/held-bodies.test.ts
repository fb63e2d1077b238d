import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { demoLogin, postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { head } from '../support/raw-connection'
import { serverForTest } from '../support/server-process'

const connections = 700
/** Of 1,048,576, which is as much as a body may have. */
const sent = 1_048_040
const path = '/api/payments/webhook/'

test('700 incomplete bodies of as many networks neither crash a server with a heap of 512 MB nor keep anybody from signing in', async () => {
  const server = await serverForTest({
    DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
    TRUSTED_PROXIES: '1',
    METRICS_PORT: '0',
    NODE_OPTIONS: '--max-old-space-size=512',
  })
  const metrics = /Metrics are at (\S+)/.exec(server.output())?.[1] ?? ''
  const memory = async () => {
    const text = await (await fetch(metrics)).text()
    return Number(/^process_resident_memory_bytes (.+)$/m.exec(text)?.[1]) / 1_048_576
  }
  const signIn = async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    return (await postTo(server.url, 'login', demoLogin, headers)).status
  }
  expect(await signIn()).toBe(200)
  const before = await memory()

  const { hostname, port } = new URL(server.url)
  const body = Buffer.alloc(sent, 'x')
  let refused = 0
  const sockets = await Promise.all(
    Array.from({ length: connections }, async (_unused, index) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.on('data', (data) => {
        if (data.toString('latin1').startsWith('HTTP/1.1 503')) refused += 1
      })
      await once(socket, 'connect')
      const headers = {
        'X-Forwarded-For': `198.51.${index >> 8}.${index & 255}`,
        'Content-Length': 1_048_576,
      }
      socket.write(head('POST', path, headers))
      socket.write(body)
      return socket
    }),
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  let most = 0
  for (let turn = 0; turn < 30; turn += 1) {
    expect(await signIn()).toBe(200)
    most = Math.max(most, await memory())
  }
  console.info({ before, most, refused })
  // Room for 64 MB of bodies: whoever comes after that is refused.
  expect(refused).toBeGreaterThan(connections - 70)
  // What is held, once as it came and once as it is kept.
  expect(most - before).toBeLessThan(256)
})
