import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { openPostgresql } from '../../server/store/postgresql/postgresql'
import { startGate } from '../support/gate'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'
import { demoHostForTest } from '../support/running-host'

const soon = { interval: 50, timeout: 30_000 }

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

test('calls are refused until the database is there, and while it is gone', async () => {
  const gate = await startGate(await createDatabase(inject('postgresqlUrl')), false)
  onTestFinished(gate.close)
  const errors: string[] = []
  const log = { info() {}, error: (text: string) => void errors.push(text) }
  const host = await demoHostForTest({ DATABASE_URL: gate.url, RATE_LIMITS: 'on' }, log)
  onTestFinished(gate.open)
  const signIn = () => host.call('login', { email: demoAdmin.email, password: demoPassword })
  const readiness = () => readinessOf(host.url)
  await vi.waitFor(() => expect(errors).toContain('The database can’t be used yet'), soon)
  for (const _outage of [1, 2]) {
    for (const answer of await Promise.all(Array.from({ length: 50 }, signIn))) {
      await expectRefusal(answer)
    }
    await vi.waitFor(async () => expect((await readiness())[0]).toBe(503), soon)
    await gate.open()
    await vi.waitFor(async () => expect((await signIn()).status).toBe(200), soon)
    await vi.waitFor(async () => expect(await readiness()).toEqual([200, 'reachable']), soon)
    await gate.close()
  }
})

test('a pool has as many connections as it may, is busy while calls wait for one, and closes idle ones', async () => {
  const watch = vi.fn<(count: () => object) => void>()
  const settings = { ...{ poolSize: 1, idleTimeout: 1 }, statementTimeout: 60_000 }
  const { transact, execute, isBusy, close } = await openPostgresql(
    await createDatabase(inject('postgresqlUrl')),
    { info() {}, error() {} },
    { ...settings, preparedStatements: true },
    { watch, migrates() {} },
  )
  onTestFinished(close)
  const count = () => watch.mock.lastCall?.[0]()
  const name = { text: "select current_setting('application_name')", values: [] }
  let waiting: Promise<unknown> | undefined
  await transact('latest', async (ask) => {
    await ask(name)
    expect([count(), isBusy?.()]).toEqual([{ total: 1, idle: 0, waiting: 0 }, false])
    waiting = execute(name)
    expect([count(), isBusy?.()]).toEqual([{ total: 1, idle: 0, waiting: 1 }, true])
    return []
  })
  expect(await waiting).toMatchObject({ rows: [['orglens']] })
  await vi.waitFor(() => expect(count()).toEqual({ total: 0, idle: 0, waiting: 0 }), {
    ...soon,
    // By itself the driver waits for 10 s.
    timeout: 8_000,
  })
})

test('a read-only database signs nobody out, and is told from an unreachable one, until it can be written again', async () => {
  const host = await demoHostForTest({ RATE_LIMITS: 'on' })
  const server = await openClient(inject('postgresqlUrl'))
  const { refresh } = await host.signInMember()
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
  const renewed = await host.call('refreshToken', { refresh })
  expect(renewed.status).toBe(200)
  const { access } = await renewed.json()
  expect((await host.call('getProfile', undefined, access)).status).toBe(200)

  await server.query(`alter database ${name} reset default_transaction_read_only`)
  // As a replica that becomes the primary, which ends no connection: each leaves when it fails.
  await vi.waitFor(async () => expect(await readiness()).toEqual([200, 'reachable']), soon)
  await vi.waitFor(async () => expect((await host.signInAdmin()).access).toBeTruthy(), soon)
})

test('a change that waits behind another for too long is refused, and that one is not', async () => {
  const error = vi.fn()
  const settings = {
    // Statements wait for a lock longer than any test.
    DATABASE_URL: `${await createDatabase(inject('postgresqlUrl'))}?options=-c%20statement_timeout%3D0`,
    DATABASE_STATEMENT_TIMEOUT_SECONDS: '60',
  }
  const host = await demoHostForTest(settings, { info() {}, error })
  const remedy = /^alter role "\w+" in database "\w+" set statement_timeout = 60000$/
  expect(error.mock.calls).toContainEqual([
    'PostgreSQL cancels statements later than this server gives up',
    { milliseconds: 0, remedy: expect.stringMatching(remedy) },
  ])
  const client = await openClient(host.databaseUrl)
  const { access } = await host.signInAdmin()
  const rename = (name: string) => host.call('renameOrganisation', { name }, access)
  await client.query('begin; lock table teams in exclusive mode')
  const first = rename('First')
  await vi.waitFor(async () => {
    const { rows } = await client.query('select from pg_locks where not granted')
    expect(rows).toHaveLength(1)
  }, soon)
  await expectRefusal(await Promise.race([first, rename('Second')]))
  await client.query('commit')
  expect((await first).status).toBe(204)
  const { rows } = await client.query(
    "select name from organisations where name in ('First', 'Second')",
  )
  expect(rows).toEqual([{ name: 'First' }])
})
