import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { bundledPlans } from '../../server/plans/plans'
import { newFolder } from '../support/folders'
import { postTo, signedInAt } from '../support/post-to'
import { createDatabase, withClient } from '../support/postgresql'
import { type ServerProcess, startServerProcess } from '../support/server-process'

/** Concurrent calls. */
const callers = 12

test('killing one of three servers and restarting another under load loses nothing acknowledged', async () => {
  const databaseUrl = await createDatabase(inject('postgresqlUrl'))
  // Plans without limits: every invitation finds a place.
  const plansFile = join(newFolder(), 'plans.json')
  writeFileSync(plansFile, JSON.stringify({ plans: bundledPlans }))
  const environment = {
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: 'off',
    DRAIN_SECONDS: '3',
    PLANS_FILE: plansFile,
  }
  const start = () => startServerProcess(environment)
  const servers = await Promise.all([start(), start(), start()])
  onTestFinished(async () => void (await Promise.all(servers.map(({ kill }) => kill()))))
  const [killed, restarted] = servers as [ServerProcess, ServerProcess, ServerProcess]

  const credentials = { email: 'admin@globex.test', password: 'orglens-demo' }
  const headers = await signedInAt(killed.url, credentials)

  // Like a load balancer: round robin, without draining or unreachable servers.
  const inRotation = new Set<ServerProcess>(servers)
  const acknowledged: string[] = []
  const failures: { server: ServerProcess; what: string }[] = []
  let turn = 0
  let ended = false
  async function call(): Promise<void> {
    const ready = [...inRotation]
    turn += 1
    const server = ready[turn % ready.length] ?? restarted
    const email = `invited-${turn}@example.test`
    try {
      const answer = await postTo(server.url, 'invite-team-members', { emails: [email] }, headers)
      await answer.text()
      if (answer.headers.get('connection') === 'close') inRotation.delete(server)
      if (answer.status === 200) acknowledged.push(email)
      else failures.push({ server, what: String(answer.status) })
    } catch (error) {
      inRotation.delete(server)
      failures.push({ server, what: String((error as Error).cause) })
    }
  }
  const load = Array.from({ length: callers }, async () => {
    while (!ended) await call()
  })

  await sleep(3_000)
  await killed.kill()
  await sleep(2_000)
  await restarted.stop()
  const fresh = await start()
  servers.push(fresh)
  inRotation.add(fresh)
  await sleep(3_000)
  ended = true
  await Promise.all(load)

  // Only calls in flight on the killed server: at most one per caller.
  expect(failures.filter(({ server }) => server !== killed)).toEqual([])
  expect(failures.length).toBeLessThanOrEqual(callers)
  expect(acknowledged.length).toBeGreaterThan(100)
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ email_key: string }>('select email_key from invitations')
    const kept = new Set(rows.map((row) => row.email_key))
    expect(acknowledged.filter((email) => !kept.has(email))).toEqual([])
  })
  console.info(
    `${acknowledged.length} acknowledged, ${failures.length} failed on the killed server`,
  )
})
