import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Gate, startGate } from '../support/gate'
import { demoLogin, postTo } from '../support/post-to'
import { createDatabase, withClient } from '../support/postgresql'
import { type ServerProcess, startServerProcess } from '../support/server-process'

const soon = { interval: 50, timeout: 30_000 }
/** The sandbox knows none of them. */
const payments = Array.from({ length: 5 }, (_, index) => `pay_unknown${index}`)

/** Started as an operator does. */
let server: ServerProcess
let gate: Gate

beforeAll(async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const owed = `insert into refunds (payment_id, subscription_id, reason, state, created_at, next_attempt_at, attempts)
    select payment, 'sub_unknown', 'never-the-plan', 'owed', now(), now(), 0 from unnest($1::text[]) as payment`
  await withClient(DATABASE_URL, (database) => database.query(owed, [payments]))
  gate = await startGate(DATABASE_URL, true)
  server = await startServerProcess({ DATABASE_URL: gate.url, RATE_LIMITS: 'off' })
})

afterAll(async () => {
  await server.stop()
  await gate.close()
})

const lines = (message: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith(message))

test('five simultaneous refused refunds log five lines', async () => {
  await vi.waitFor(() => {
    const refused = lines('The payment provider refuses a refund').join('\n')
    for (const payment of payments) expect(refused).toContain(payment)
  }, soon)
})

test('each failed request logs its own line, even while all fail', async () => {
  await gate.close()
  const ids = Array.from({ length: 30 }, (_, index) => `request-${index}`)
  for (const id of ids) {
    const answer = await postTo(server.url, 'login', demoLogin, { 'x-request-id': id })
    expect(answer.status).toBe(503)
  }
  await vi.waitFor(() => {
    const text = `${lines('A request failed').join(' \n')} `
    expect(ids.filter((id) => !text.includes(`requestId=${id} `))).toEqual([])
  }, soon)
})
