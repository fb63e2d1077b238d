import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { demoBuyer } from '../../server/demo/demo'
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'
import { version } from '../../server/node/watch/version'
import { newFolder } from '../support/folders'
import { startGate } from '../support/gate'
import { openClient } from '../support/open-client'
import { postTo } from '../support/post-to'
import { countWaiting, createDatabase } from '../support/postgresql'
import { listenOnLoopback } from '../support/program'
import { putSite } from '../support/proxies'
import { startDemoHost } from '../support/running-host'
import { serverForTest } from '../support/server-process'
import { production } from '../support/settings-examples'

test('a permanent fault ends the process, even if it appears later, with a line of JSON', async () => {
  const address = new URL(inject('postgresqlUrl'))
  address.pathname = '/there_is_no_such_database'
  const gate = await startGate(address.href, false)
  onTestFinished(() => gate.close())
  const misspelt = { TRUSTED_PROXY: '1', APP_URL: 'https://a.test', EXPOSE_DEVELOPMENT: 'on' }
  const server = await serverForTest({ DATABASE_URL: gate.url, LOG_FORMAT: 'json', ...misspelt })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  await gate.open()
  expect(await server.ended).toBe(1)
  const lines = server
    .output()
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text))
  expect(lines.slice(0, 3)).toMatchObject([
    { message: 'Orglens starts', version, commit: expect.any(String) },
    { message: 'Anybody who reaches this server gets in: EXPOSE_DEVELOPMENT is on' },
    { message: 'Unknown settings may be misspelt', names: 'TRUSTED_PROXY (TRUSTED_PROXIES?)' },
  ])
  expect(lines.at(-1)).toMatchObject({
    level: 'error',
    message: 'The server ends because of a fatal error',
    error: expect.stringContaining('does not exist'),
  })
})

test('a server with wrong settings fails with the reason', async () => {
  await expect(serverForTest({ PORT: 'x', LOG_FORMAT: 'json' })).rejects.toThrow(
    /ended with 1:\n\{"level":"error",.*PORT must be.*"message":"The server did not start"\}\n$/,
  )
})

test('production refuses a database in which the demo’s password opens an account', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  await (await startDemoHost({ DATABASE_URL })).stop()
  const folder = newFolder()
  putSite(folder)
  const PLANS_FILE = 'server/plans/plans.json'
  const settings = readServerSettings({ ...production, DATABASE_URL, PLANS_FILE, PORT: '0' })
  const log = { info() {}, error() {} }
  await expect(startHost(settings, log, join(folder, 'dist'))).rejects.toThrow('admin@acme.test')
})

test('a server stops in spite of a hanging mail server, and the mail is due at once', async () => {
  const silent = createServer()
  const greeted = once(silent, 'connection')
  const port = await listenOnLoopback(silent)
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const errors: string[] = []
  const settings = readServerSettings({
    PORT: '0',
    DATABASE_URL,
    MAIL_DELIVERY: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'mail@orglens.test',
  })
  const log = { info() {}, error: (message: string) => void errors.push(message) }
  const host = await startHost({ ...settings, stopTimeout: 500 }, log, 'no-site-here')
  await postTo(host.url, 'forgot-password', { email: 'member@acme.test' })
  const [socket]: Socket[] = await greeted
  await host.stop()
  socket?.destroy()
  silent.close()

  const database = await openClient(DATABASE_URL)
  const { rows } = await database.query('select next_attempt_at <= now() as due from mails')
  expect(rows).toEqual([{ due: true }])
  expect(errors).toEqual([])
})

test('stopping waits for requests of clients that have disconnected', async () => {
  const errors: string[] = []
  const error = (message: string) => void errors.push(message)
  const host = await startDemoHost({}, { info() {}, error })
  const { access } = await host.signIn(demoBuyer.email)
  const post = (path: string, body: object, signal: AbortSignal | null = null) =>
    fetch(`${host.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
      body: JSON.stringify(body),
      signal,
    })
  const order = { plan_id: 'plan_growth_monthly_usd' }
  const { subscription_id } = await (await post('/api/create-subscription/', order)).json()
  const payment = await (await post('/sandbox/pay', { subscription_id })).json()

  const database = await openClient(host.databaseUrl)
  // Verifying reads this first and writes it last: it is in the middle until this is let go.
  await database.query('begin; lock table billings in access exclusive mode')
  const gone = new AbortController()
  const proof = { ...payment, subscription_id }
  const verifying = post('/api/verify-subscription/', proof, gone.signal)
  await vi.waitFor(async () => expect(await countWaiting(database)).toBeGreaterThan(0), 10_000)
  gone.abort()
  await expect(verifying).rejects.toThrow()
  const stopping = host.stop().then(() => 'stopped')
  expect(await Promise.race([stopping, sleep(500)])).toBeUndefined()
  await database.query('commit')
  await stopping
  const state = 'select state from subscriptions where id = $1'
  expect((await database.query(state, [subscription_id])).rows).toEqual([{ state: 'live' }])
  expect(errors).toEqual([])
})
