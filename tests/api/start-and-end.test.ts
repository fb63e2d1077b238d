import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { version } from '../../package.json'
import { demoBuyer } from '../../server/demo/demo'
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'
import { startGate } from '../support/gate'
import { openClient } from '../support/open-client'
import { demoLogin, postTo } from '../support/post-to'
import { countWaiting, createDatabase } from '../support/postgresql'
import { startDemoHost } from '../support/running-host'
import { serverForTest, startServerProcess } from '../support/server-process'

const soon = { interval: 50, timeout: 30_000 }

/** @returns the objects of a log. Fails if a line isn't JSON, or has a key twice. */
function linesOf(output: string): Record<string, unknown>[] {
  return output.trimEnd().split('\n').map(lineOf)
}

function lineOf(text: string): Record<string, unknown> {
  const line = JSON.parse(text)
  // Of a key that is there twice, only one is left.
  expect(JSON.stringify(line)).toBe(text)
  return line
}

test('everything that a server prints is JSON, with unique keys', async () => {
  const databaseUrl = await createDatabase(inject('postgresqlUrl'))
  const gate = await startGate(databaseUrl, true)
  onTestFinished(() => gate.close())
  const server = await serverForTest({ DATABASE_URL: gate.url, LOG_FORMAT: 'json' })
  // A connection that is lost during a query fails that query, and says nothing of its own.
  const database = await openClient(databaseUrl)
  await vi.waitFor(async () => {
    const { rows } = await database.query(
      `select distinct state, state_change < now() - interval '1 second' as rests
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect(rows).toEqual([{ state: 'idle', rests: true }])
  }, soon)
  await gate.close()
  const lost = 'Lost a connection to the database'
  await vi.waitFor(() => expect(server.output()).toContain(lost), soon)
  await server.stop()
  const lines = linesOf(server.output())
  expect(lines[0]).toMatchObject({ level: 'info', message: 'Orglens starts', version })
  expect(lines.slice(-2)).toMatchObject([
    { message: 'Orglens is stopping', signal: 'SIGTERM' },
    { message: 'Orglens has stopped' },
  ])
  const told = lines.find(({ message }) => message === lost)
  expect(told).toMatchObject({ level: 'error', reason: expect.any(String) })
})

test.each([
  ['as LOG_FORMAT says', { LOG_FORMAT: 'json', PORT: 'x' }, 'PORT must be'],
  ['in production', { NODE_ENV: 'production', TRUSTED_PROXY: '1' }, 'APP_URL must be set'],
])('a refused start is a line of JSON, %s', async (_when, environment, reason) => {
  const failure = await startServerProcess(environment).catch((error: Error) => error.message)
  const [, output = ''] = String(failure).split('The server did not start:\n')
  expect(linesOf(output).at(-1)).toMatchObject({
    level: 'error',
    message: 'The server did not start',
    version,
    reason: expect.stringContaining(reason),
  })
})

const inProduction = '\uFEFFNODE_ENV=production'
test.each([
  ['begins with a byte order mark', Buffer.from(inProduction), 'ACCESS_TOKEN_SECRET must be set'],
  ['is UTF-16', Buffer.from(inProduction, 'utf16le'), '.env is UTF-16. Save it as UTF-8.'],
])('a server whose .env %s doesn’t start in development', async (_how, file, reason) => {
  const prepare = (directory: string) => writeFileSync(join(directory, '.env'), file)
  await expect(serverForTest({}, { prepare })).rejects.toThrow(reason)
})

test('a permanent fault ends the process, even if it appears later, with a line of JSON', async () => {
  const address = new URL(inject('postgresqlUrl'))
  address.pathname = '/there_is_no_such_database'
  const gate = await startGate(address.href, false)
  onTestFinished(() => gate.close())
  const server = await serverForTest({ DATABASE_URL: gate.url, LOG_FORMAT: 'json' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  await gate.open()
  expect(await server.ended).toBe(1)
  expect(linesOf(server.output()).at(-1)).toMatchObject({
    level: 'error',
    message: 'The server ends because of a fatal error',
    error: expect.stringContaining('does not exist'),
  })
})

test('a server’s connections show by name, and its passwords are hashed with argon2id and the memory that is recommended', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const settings = readServerSettings({ PORT: '0', DATABASE_URL })
  const host = await startHost(settings, { info() {}, error() {} }, 'no-site-here')
  onTestFinished(host.stop)
  const ada = { fullname: 'Ada Lovelace', email: 'ada@engine.test', password: 'analytical' }
  const signUp = await postTo(host.url, 'signup', { ...ada, organization: 'Engine' })
  expect(signUp.status).toBeLessThan(300)
  const database = await openClient(DATABASE_URL)
  const { rows: connections } = await database.query(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(connections).toEqual([{ name: 'orglens' }])
  const { rows } = await database.query('select email, password_hash as hash from users')
  expect(rows.map(({ email }) => email)).toContain('ada@engine.test')
  // Those of the demo are hashed where it is put in.
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('--version prints the version and the commit only', async () => {
  const parameters = [join(inject('programsFolder'), 'node.js'), '--version']
  // With settings that no server starts with.
  const environment = { PATH: process.env.PATH, NODE_ENV: 'production' }
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { env: environment })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+ \(\S+\)\n$/)
  expect(stdout).toContain(`${version} (`)
  // The build knows it.
  expect(stdout).not.toContain('unknown')
})

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

test('a stopping server answers a call in flight', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const settings = readServerSettings({ PORT: '0', DATABASE_URL })
  const host = await startHost(settings, { info() {}, error() {} }, 'no-site-here')
  const database = await openClient(DATABASE_URL)
  await database.query('begin; lock table users in access exclusive mode')
  const calling = postTo(host.url, 'login', demoLogin)
  // A transaction keeps seeing the waiters of its first look.
  const observer = await openClient(DATABASE_URL)
  await vi.waitFor(async () => expect(await countWaiting(observer)).toBeGreaterThan(0), soon)
  const stopping = host.stop()
  await sleep(300)
  await database.query('rollback')
  expect((await calling).status).toBe(200)
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

test('stopping waits for requests of clients that have disconnected', async () => {
  const errors: string[] = []
  const error = (message: string) => void errors.push(message)
  const host = await startDemoHost({}, { info() {}, error })
  const post = (path: string, token: string, body: object, signal?: AbortSignal) =>
    fetch(`${host.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: signal ?? null,
    })
  const { access } = await host.signIn(demoBuyer.email)
  const order = { plan_id: 'plan_growth_monthly_usd' }
  const created = await (await post('/api/create-subscription/', access, order)).json()
  const { subscription_id } = created
  const payment = await (await post('/sandbox/pay', access, { subscription_id })).json()

  const database = await openClient(host.databaseUrl)
  // Verifying reads this first and writes it last: it is in the middle until this is let go.
  await database.query('begin; lock table billings in access exclusive mode')
  const gone = new AbortController()
  const verifying = post(
    '/api/verify-subscription/',
    access,
    { ...payment, subscription_id },
    gone.signal,
  )
  await vi.waitFor(async () => expect(await countWaiting(database)).toBeGreaterThan(0), 10_000)
  gone.abort()
  await expect(verifying).rejects.toThrow()
  let hasStopped = false
  const stopping = host.stop().then(() => {
    hasStopped = true
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(hasStopped).toBe(false)
  await database.query('commit')
  await stopping
  const { rows } = await database.query('select state from subscriptions where id = $1', [
    subscription_id,
  ])
  expect(rows).toEqual([{ state: 'live' }])
  expect(errors).toEqual([])
})
