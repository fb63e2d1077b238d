import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'
import { serverForTest } from '../support/server-process'

/** In seconds. */
const span = 30

test('an idle server sends the database one statement in 5 s, even while proxies check its health', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const server = await serverForTest({
    DATABASE_URL: url,
    METRICS_PORT: '0',
    DEMO_DATA: 'off',
  })
  // Elsewhere, so that looking doesn't count.
  const observer = await openClient(inject('postgresqlUrl'))
  onTestFinished(() => setAutovacuum('on'))
  const setAutovacuum = async (value: 'on' | 'off') => {
    await observer.query(`alter system set autovacuum = ${value}`)
    await observer.query('select pg_reload_conf()')
  }
  // Its statements would count as well.
  await setAutovacuum('off')
  const seen = async () => {
    const { rows } = await observer.query<{ statements: string; connections: string }>(
      `select xact_commit + xact_rollback as statements, numbackends as connections
       from pg_stat_database where datname = $1`,
      [new URL(url).pathname.slice(1)],
    )
    return { statements: Number(rows[0]?.statements), connections: Number(rows[0]?.connections) }
  }
  // What the start has left to do, and the connections that it needed.
  await sleep(40_000)
  const before = await seen()
  const connections: number[] = []
  for (let second = 0; second < span; second += 1) {
    await sleep(1_000)
    for (const path of ['/readyz', '/readyz/site', '/healthz']) {
      expect((await fetch(server.url + path)).status).toBe(200)
    }
    connections.push((await seen()).connections)
  }
  const { statements } = await seen()
  console.info({
    statements: statements - before.statements,
    connections: Math.max(...connections),
  })
  // One more, because the first and the last may be on the edge; another for a new connection each minute.
  expect(statements - before.statements).toBeLessThanOrEqual(span / 5 + 2)
  expect(Math.max(...connections)).toBeLessThanOrEqual(2)
})
