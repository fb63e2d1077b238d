import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'
import { startDemoHost } from '../support/running-host'

test('a read-only database signs nobody out: sessions are renewed, and reads work', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const host = await startDemoHost({ DATABASE_URL: url, RATE_LIMITS: '' })
  onTestFinished(host.stop)
  const server = await openClient(inject('postgresqlUrl'))
  const { refresh } = await host.signInMember()
  const renew = (token: string) => host.call('refreshToken', { refresh: token })

  const name = new URL(url).pathname.slice(1)
  await server.query(`alter database ${name} set default_transaction_read_only = on`)
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  // Until the last connection of before is gone.
  await vi.waitFor(
    async () => {
      const { email } = demoMember
      const answer = await host.call('login', { email, password: demoPassword })
      expect(answer.status).toBe(503)
    },
    { interval: 50, timeout: 30_000 },
  )
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
})
