import { expect, inject, test, vi } from 'vitest'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'
import { demoHostForTest, startDemoHost } from '../support/running-host'

const soon = { interval: 50, timeout: 30_000 }

test('a starting server waits for a locked table', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  await (await startDemoHost({ DATABASE_URL })).stop()
  const database = await openClient(DATABASE_URL)
  await database.query('begin; lock table users in access exclusive mode')

  const reasons: string[] = []
  const log = {
    info() {},
    error: (text: string, details = {}) =>
      void reasons.push(text, ...Object.values(details).map(String)),
  }
  const settings = { DATABASE_URL, DATABASE_STATEMENT_TIMEOUT_SECONDS: '1', METRICS_PORT: '0' }
  const host = await demoHostForTest(settings, log)
  expect((await fetch(`${host.url}/readyz`)).status).toBe(503)
  // Several tries fail for the same reason.
  await vi.waitFor(() => expect(reasons.length).toBeGreaterThan(4), soon)
  await database.query('commit')
  await vi.waitFor(async () => expect((await host.signInAdmin()).access).toBeTruthy(), soon)
  expect(reasons.join()).not.toContain('already been registered')
})
