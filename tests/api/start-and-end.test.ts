import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { version } from '../../package.json'
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'
import { startGate } from '../support/gate'
import { openClient } from '../support/open-client'
import { postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
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

test('a server’s connections show by name, and its passwords are hashed with argon2id and the memory that is recommended (D35)', async () => {
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
