import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { startGate } from '../support/gate'
import { openClient } from '../support/open-client'
import { createDatabase, createEmptyDatabase } from '../support/postgresql'
import { demoHostForTest, startDemoHost } from '../support/running-host'
import { startServerProcess } from '../support/server-process'

const soon = { interval: 50, timeout: 30_000 }

/** Starts a server whose database is behind a gate; both stop with the test. */
async function start(isOpen: boolean, environment: Record<string, string> = {}) {
  const gate = await startGate(await createDatabase(inject('postgresqlUrl')), isOpen)
  const errors: string[] = []
  const settings = { DATABASE_URL: gate.url, RATE_LIMITS: 'on', ...environment }
  const host = await startDemoHost(settings, { info() {}, error: (text) => void errors.push(text) })
  onTestFinished(async () => {
    await gate.open()
    await host.stop()
    await gate.close()
  })
  const signIn = () => host.call('login', { email: demoAdmin.email, password: demoPassword })
  return { gate, errors, signIn, readiness: () => readinessOf(host.url) }
}

async function readinessOf(url: string): Promise<[number, string]> {
  const answer = await fetch(`${url}/readyz`)
  return [answer.status, (await answer.json()).database]
}

async function expectRefusal(answer: Response): Promise<void> {
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const text = 'Orglens is unavailable for a moment. Please try again shortly.'
  expect(await answer.json()).toEqual({ error: text, message: text, code: 'unavailable' })
}

test('calls are refused while the database is gone, and succeed once it is back', async () => {
  const { gate, errors, signIn, readiness } = await start(true)
  expect((await signIn()).status).toBe(200)
  expect(await readiness()).toEqual([200, 'reachable'])
  await gate.close()
  for (const answer of await Promise.all(Array.from({ length: 50 }, signIn))) {
    await expectRefusal(answer)
  }
  await vi.waitFor(async () => expect((await readiness())[0]).toBe(503), soon)
  expect(errors.length).toBeGreaterThan(0)
  await gate.open()
  await vi.waitFor(async () => expect((await signIn()).status).toBe(200), soon)
  await vi.waitFor(async () => expect((await readiness())[0]).toBe(200), soon)
})

test('calls are refused after a timeout when the database no longer answers', async () => {
  const { gate, signIn, readiness } = await start(true, { DATABASE_STATEMENT_TIMEOUT_SECONDS: '1' })
  expect((await signIn()).status).toBe(200)
  gate.hold()
  const answers = Promise.all(Array.from({ length: 30 }, signIn))
  await vi.waitFor(async () => expect((await readiness())[0]).toBe(503), soon)
  for (const answer of await answers) await expectRefusal(answer)
  await gate.open()
  await vi.waitFor(async () => expect((await signIn()).status).toBe(200), soon)
})

test('a server that starts before its database waits for it, alive and not ready', async () => {
  const { gate, errors, signIn, readiness } = await start(false)
  await expectRefusal(await signIn())
  expect((await readiness())[0]).toBe(503)
  await vi.waitFor(() => expect(errors).toContain('The database can’t be used yet'), soon)
  await gate.open()
  await vi.waitFor(async () => expect((await signIn()).status).toBe(200), soon)
  expect((await readiness())[0]).toBe(200)
})

test('a starting server waits for a locked table', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  await (await startDemoHost({ DATABASE_URL })).stop()
  const database = await openClient(DATABASE_URL)
  await database.query('begin; lock table users in access exclusive mode')
  const reasons: string[] = []
  const error = (text: string, details = {}) =>
    void reasons.push(text, ...Object.values(details).map(String))
  const settings = { DATABASE_URL, DATABASE_STATEMENT_TIMEOUT_SECONDS: '1', METRICS_PORT: '0' }
  const host = await demoHostForTest(settings, { info() {}, error })
  expect((await readinessOf(host.url))[0]).toBe(503)
  // Several tries fail for the same reason.
  await vi.waitFor(() => expect(reasons.length).toBeGreaterThan(4), soon)
  await database.query('commit')
  await vi.waitFor(async () => expect((await host.signInAdmin()).access).toBeTruthy(), soon)
  expect(reasons.join()).not.toContain('already been registered')
})

test('a server whose connections all wait for a lock stays in rotation, and reports that it is busy', async () => {
  const host = await demoHostForTest({ DATABASE_POOL_SIZE: '2' })
  const { access } = await host.signInAdmin()
  const client = await openClient(host.databaseUrl)
  // The tables that background work reads are locked too.
  await client.query('begin; lock table users, mails in access exclusive mode')
  const calls = Array.from({ length: 5 }, () => host.call('getProfile', undefined, access))
  const expectSoon = (condition: string) =>
    vi.waitFor(async () => expect(await readinessOf(host.url)).toEqual([200, condition]), soon)
  await expectSoon('busy')
  await client.query('commit')
  // Calls that waited too long for a connection got an error.
  for (const { status } of await Promise.all(calls)) expect([200, 503]).toContain(status)
  await expectSoon('reachable')
})

test('a read-only database signs nobody out, and is told from an unreachable one, until it can be written again', async () => {
  const host = await demoHostForTest({ RATE_LIMITS: 'on' })
  const server = await openClient(inject('postgresqlUrl'))
  const { refresh } = await host.signInMember()
  const renew = (token: string) => host.call('refreshToken', { refresh: token })
  const readiness = () => readinessOf(host.url)

  const name = new URL(host.databaseUrl).pathname.slice(1)
  await server.query(`alter database ${name} set default_transaction_read_only = on`)
  const endConnections = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  await vi.waitFor(async () => {
    // Again where one that was just being made is left, and can write.
    await server.query(endConnections, [name])
    const isReadOnly = async () => expect(await readiness()).toEqual([503, 'read-only'])
    await vi.waitFor(isReadOnly, { interval: 50, timeout: 5_000 })
  }, soon)
  expect((await fetch(`${host.url}/readyz/site`)).status).toBe(200)
  // Until the last connection of before is gone.
  await vi.waitFor(async () => {
    const answer = await host.call('login', { email: demoAdmin.email, password: demoPassword })
    expect(answer.status).toBe(503)
  }, soon)
  const renewed = await renew(refresh)
  expect(renewed.status).toBe(200)
  const { access } = await renewed.json()
  expect((await host.call('getProfile', undefined, access)).status).toBe(200)
  expect((await renew('of nobody')).status).toBe(401)
  // Its limits hold still, on this server alone.
  const statuses = new Set<number>()
  for (let call = 0; call < 60; call += 1) statuses.add((await renew(refresh)).status)
  expect(statuses).toEqual(new Set([200, 429]))

  await server.query(`alter database ${name} reset default_transaction_read_only`)
  // As a replica that becomes the primary, which ends no connection: each leaves when it fails.
  await vi.waitFor(async () => expect(await readiness()).toEqual([200, 'reachable']), soon)
  await vi.waitFor(async () => expect((await host.signInAdmin()).access).toBeTruthy(), soon)
})

test('a password beside the database’s address may have any characters', async () => {
  // Each would end, or change, the address that it stood in.
  const password = `a$b#c@d/e %41:?"x'ü`
  const address = new URL(await createEmptyDatabase(inject('postgresqlUrl')))
  const database = await openClient(address.href)
  const role = `role_${crypto.randomUUID().slice(0, 8)}`
  await database.query(`create role ${role} login password ${database.escapeLiteral(password)}`)
  onTestFinished(async () => {
    await database.query(`reassign owned by ${role} to current_user; drop owned by ${role}`)
    await database.query(`drop role ${role}`)
  })
  await database.query(`alter database "${address.pathname.slice(1)}" owner to ${role}`)
  address.username = role
  address.password = ''
  const startWith = (PGPASSWORD: string) =>
    startServerProcess({ DATABASE_URL: address.href, PGPASSWORD })
  await expect(startWith('another')).rejects.toThrow('password authentication failed')
  const server = await startWith(password)
  onTestFinished(server.stop)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('compose passes the password on unchanged', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  expect(compose).toMatch(/^ {6}PGPASSWORD: \$\{POSTGRES_PASSWORD:/m)
  expect(/DATABASE_URL: .*/.exec(compose)?.[0]).not.toContain('$')
})
