import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openClient } from '../support/open-client'
import { demoHostForTest } from '../support/running-host'

const soon = { interval: 50, timeout: 30_000 }

test('a server whose connections all wait for a lock stays in rotation, and reports that it is busy', async () => {
  const host = await demoHostForTest({ DATABASE_POOL_SIZE: '2' })
  const { access } = await host.signInAdmin()
  const client = await openClient(host.databaseUrl)
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
