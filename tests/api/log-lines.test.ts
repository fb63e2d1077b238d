import { Client } from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startGate } from '../support/gate'
import { createDatabase } from '../support/postgresql'
import { startServerProcess } from '../support/server-process'

const soon = { interval: 50, timeout: 30_000 }

/** Starts a server as an operator does. @returns its log lines with a message. */
async function start(DATABASE_URL: string) {
  const server = await startServerProcess({ DATABASE_URL, RATE_LIMITS: 'off' })
  onTestFinished(server.stop)
  const lines = (message: string) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith(message))
  return { url: server.url, lines }
}

test('five simultaneous refused refunds log five lines', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const database = new Client({ connectionString: DATABASE_URL })
  await database.connect()
  onTestFinished(() => database.end())
  // The sandbox knows none of these payments.
  const payments = Array.from({ length: 5 }, (_, index) => `pay_unknown${index}`)
  for (const payment of payments) {
    await database.query(
      `insert into refunds (payment_id, subscription_id, reason, state, created_at, next_attempt_at, attempts)
       values ($1, 'sub_unknown', 'never-the-plan', 'owed', now(), now(), 0)`,
      [payment],
    )
  }
  const { lines } = await start(DATABASE_URL)
  const refused = () => lines('The payment provider refuses a refund').join('\n')
  await vi.waitFor(() => {
    for (const payment of payments) expect(refused()).toContain(payment)
  }, soon)
})

test('each failed request logs its own line, even while all fail', async () => {
  const gate = await startGate(await createDatabase(inject('postgresqlUrl')), true)
  onTestFinished(() => gate.close())
  const { url, lines } = await start(gate.url)
  await gate.close()
  const ids = Array.from({ length: 30 }, (_, index) => `request-${index}`)
  for (const id of ids) {
    const answer = await fetch(`${url}/api/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': id },
      body: JSON.stringify({ email: 'nobody@example.test', password: 'a password' }),
    })
    expect(answer.status).toBe(503)
  }
  await vi.waitFor(() => {
    const text = `${lines('A request failed').join(' \n')} `
    expect(ids.filter((id) => !text.includes(`requestId=${id} `))).toEqual([])
  }, soon)
})
