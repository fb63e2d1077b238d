import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startHost } from '../../server/node/host'
import { readServerSettings, type ServerSettings } from '../../server/node/settings/settings'
import { openClient } from '../support/open-client'
import { demoLogin, postTo } from '../support/post-to'
import { countWaiting, createDatabase } from '../support/postgresql'
import { startDemoHost } from '../support/running-host'

const soon = { interval: 20, timeout: 30_000 }

/** A mail server that takes connections and never says a word. */
async function startSilence() {
  let connections = 0
  const silent = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, connections: () => connections }
}

test('a server stops in spite of a hanging mail server, and the mail is due at once', async () => {
  const silence = await startSilence()
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const errors: string[] = []
  const settings = readServerSettings({
    PORT: '0',
    DATABASE_URL,
    MAIL_DELIVERY: 'smtp',
    SMTP_URL: silence.url,
    MAIL_FROM: 'mail@orglens.test',
  })
  const log = { info() {}, error: (message: string) => void errors.push(message) }
  const host = await startHost({ ...settings, stopTimeout: 500 }, log, 'no-site-here')
  await postTo(host.url, 'forgot-password', { email: 'member@acme.test' })
  await vi.waitFor(() => expect(silence.connections()).toBe(1), soon)
  await host.stop()

  const database = await openClient(DATABASE_URL)
  const { rows } = await database.query('select next_attempt_at <= now() as due from mails')
  expect(rows).toEqual([{ due: true }])
  expect(errors).toEqual([])
})

/** A server on a database of its own where a sign-in waits for a lock on the users. */
async function startWithWaitingCall(change: Partial<ServerSettings> = {}) {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const settings = readServerSettings({ PORT: '0', DATABASE_URL })
  const log = { info() {}, error() {} }
  const host = await startHost({ ...settings, ...change }, log, 'no-site-here')
  const database = await openClient(DATABASE_URL)
  // A transaction keeps seeing the waiters of its first look.
  const observer = await openClient(DATABASE_URL)
  await database.query('begin; lock table users in access exclusive mode')
  const calling = postTo(host.url, 'login', demoLogin).catch((error: unknown) => error)
  const expectWaiting = async () => expect(await countWaiting(observer)).toBeGreaterThan(0)
  await vi.waitFor(expectWaiting, soon)
  return { host, database, calling, expectWaiting }
}

test('a stopping server answers a call in flight', async () => {
  const { host, database, calling } = await startWithWaitingCall()
  const stopping = host.stop()
  await sleep(300)
  await database.query('rollback')
  expect(await calling).toHaveProperty('status', 200)
  await stopping
})

test('a stopping server reports that at once, and goes on answering', async () => {
  const host = await startDemoHost({ DRAIN_SECONDS: '3' })
  expect((await fetch(`${host.url}/readyz`)).status).toBe(200)
  const stopping = host.stop()
  const readiness = await fetch(`${host.url}/readyz`)
  expect(readiness.status).toBe(503)
  expect(await readiness.json()).toMatchObject({ status: 'not ready', draining: true })
  const answer = await fetch(`${host.url}/api/pricing/`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await stopping
  await expect(fetch(`${host.url}/readyz`)).rejects.toThrow()
})
