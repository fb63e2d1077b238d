import { expect, inject, test, vi } from 'vitest'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { openClient } from '../support/open-client'
import { demoHostForTest } from '../support/running-host'

const soon = { interval: 50, timeout: 30_000 }

test('a read-only database signs nobody out, and is told from an unreachable one, until it can be written again', async () => {
  const host = await demoHostForTest({ RATE_LIMITS: 'on' })
  const server = await openClient(inject('postgresqlUrl'))
  const { refresh } = await host.signInMember()
  const renew = (token: string) => host.call('refreshToken', { refresh: token })
  const readiness = async () => {
    const answer = await fetch(`${host.url}/readyz`)
    return [answer.status, (await answer.json()).database]
  }

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
    const { email } = demoMember
    const answer = await host.call('login', { email, password: demoPassword })
    expect(answer.status).toBe(503)
  }, soon)
  for (let round = 0; round < 3; round += 1) {
    const renewed = await renew(refresh)
    expect(renewed.status).toBe(200)
    const { access } = await renewed.json()
    expect((await host.call('getProfile', undefined, access)).status).toBe(200)
  }
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
