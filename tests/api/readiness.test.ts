import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'
import { startDemoHost } from '../support/running-host'

const soon = { interval: 50, timeout: 30_000 }

test('a server whose connections all wait for a lock stays in rotation, and reports that it is busy', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const host = await startDemoHost({ DATABASE_URL: url, DATABASE_POOL_SIZE: '2' })
  onTestFinished(host.stop)
  const { access } = await host.signInAdmin()
  const client = await openClient(url)
  // The tables that background work reads are locked too.
  await client.query('begin; lock table users, mails in access exclusive mode')
  const calls = Array.from({ length: 5 }, () => host.call('getProfile', undefined, access))
  const readiness = async () => {
    const answer = await fetch(`${host.url}/readyz`)
    return [answer.status, (await answer.json()).database]
  }
  await vi.waitFor(async () => expect(await readiness()).toEqual([200, 'busy']), soon)
  await sleep(3_000)
  expect(await readiness()).toEqual([200, 'busy'])
  await client.query('commit')
  // Calls that waited too long for a connection got an error.
  for (const { status } of await Promise.all(calls)) expect([200, 503]).toContain(status)
  await vi.waitFor(async () => expect(await readiness()).toEqual([200, 'reachable']), soon)
})

test('a read-only database is distinguished from an unreachable one, until it can be written again', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const host = await startDemoHost({ DATABASE_URL: url })
  onTestFinished(host.stop)
  const name = new URL(url).pathname.slice(1)
  const server = await openClient(inject('postgresqlUrl'))
  const readiness = async () => {
    const answer = await fetch(`${host.url}/readyz`)
    return [answer.status, (await answer.json()).database]
  }
  const endConnections = () =>
    server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
  expect(await readiness()).toEqual([200, 'reachable'])
  await server.query(`alter database ${name} set default_transaction_read_only = on`)
  await vi.waitFor(async () => {
    // Again where one that was just being made is left, and can write.
    await endConnections()
    const isReadOnly = async () => expect(await readiness()).toEqual([503, 'read-only'])
    await vi.waitFor(isReadOnly, { interval: 50, timeout: 5_000 })
  }, soon)
  expect((await fetch(`${host.url}/readyz/site`)).status).toBe(200)
  await server.query(`alter database ${name} reset default_transaction_read_only`)
  // As a replica that becomes the primary, which ends no connection: each leaves when it fails.
  await vi.waitFor(async () => expect(await readiness()).toEqual([200, 'reachable']), soon)
  await vi.waitFor(async () => expect((await host.signInAdmin()).access).toBeTruthy(), soon)
})
