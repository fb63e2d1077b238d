import { Client as DatabaseClient } from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Buyer, createBuyer } from '../support/conformance/buyer'
import { type Client, createClient } from '../support/conformance/client'
import { createDatabase } from '../support/postgresql'
import { type ServerProcess, startServerProcess } from '../support/server-process'
import { growth, starter } from './billing/organisation'

/** Stopping a plan while something else happens to it, at two servers on one PostgreSQL (D81). */

let servers: ServerProcess[] = []
let clients: Client[]
let database: DatabaseClient

beforeAll(async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const environment = { DATABASE_URL: url, RATE_LIMITS: 'off', DEMO_DATA: 'off' }
  servers = await Promise.all([startServerProcess(environment), startServerProcess(environment)])
  clients = servers.map(({ url: origin, stop }) =>
    createClient({ fetch: (request) => fetch(request), origin, stop }),
  )
  database = new DatabaseClient({ connectionString: url })
  await database.connect()
})

afterAll(async () => {
  await database?.end()
  await Promise.all(servers.map((server) => server.stop()))
})

/** @returns an admin with a plan, and their actions at either server, ignoring the answers. */
async function openPlan() {
  const [one] = clients
  if (!one) throw new Error('There are no servers')
  const { access } = await one.newAdmin()
  const buyers = clients.map((client) => createBuyer(client, access))
  const [buyer] = buyers as [Buyer]
  const { subscription_id: id } = await buyer.subscribe(growth)
  const send = (nth: number, path: string) => {
    const headers = { authorization: `Bearer ${access}` }
    const url = `${servers[nth % 2]?.url}/api/${path}/`
    return fetch(url, { method: 'POST', headers }).then(({ status }) => status)
  }
  return { id, buyer, send }
}

async function entriesOf(id: string): Promise<string[]> {
  const { rows } = await database.query<{ action: string }>(
    `select action from events where subscription_id = $1 and audience <> 'operator' order by id`,
    [id],
  )
  return rows.map(({ action }) => action)
}

const twenty = <Result>(act: (nth: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 20 }, (_, nth) => act(nth)))

test('twenty simultaneous stops stop a plan once, and twenty reversals keep it once', async () => {
  const { id, buyer, send } = await openPlan()
  expect(new Set(await twenty((nth) => send(nth, 'stop-renewing')))).toEqual(new Set([204]))
  expect(await buyer.plan()).toMatchObject({ ends_at: expect.any(String) })
  expect(new Set(await twenty((nth) => send(nth, 'keep-renewing')))).toEqual(new Set([204]))
  expect(await buyer.plan()).toMatchObject({ renews_at: expect.any(String) })
  const told = await entriesOf(id)
  expect(told.filter((action) => action === 'renewal-stopped')).toHaveLength(1)
  expect(told.filter((action) => action === 'renewal-kept')).toHaveLength(1)
})

test('a plan that is stopped, kept and cancelled at once ends up cancelled', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, buyer, send } = await openPlan()
    const calls = ['stop-renewing', 'cancel-subscription', 'keep-renewing', 'check-payment']
    const answers = await twenty((nth) => send(nth, calls[nth % 4] ?? ''))
    expect(answers.every((status) => [200, 204, 409].includes(status))).toBe(true)
    expect(await buyer.plan()).toBeNull()
    const { rows } = await database.query(`select state from subscriptions where id = $1`, [id])
    expect(rows).toEqual([{ state: 'cancelled' }])
    const told = await entriesOf(id)
    expect(told.filter((action) => action === 'plan-cancelled')).toHaveLength(1)
  }
})

test('an upgrade while the plan is stopped leaves the new plan, which renews', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { buyer, send } = await openPlan()
    const checkout = await buyer.pay(await buyer.create(starter))
    await Promise.all([
      buyer.verify(checkout),
      ...Array.from({ length: 5 }, (_, nth) => send(nth, 'check-payment')),
      send(0, 'check-payment'),
    ])
    expect(await buyer.plan()).toMatchObject({ name: 'Starter', renews_at: expect.any(String) })
  }
  for (let round = 0; round < 5; round += 1) {
    const { id, buyer, send } = await openPlan()
    const checkout = await buyer.pay(await buyer.create(starter))
    const stopping = send(1, 'stop-renewing')
    await Promise.all([buyer.verify(checkout), stopping])
    const plan = await buyer.plan()
    expect(plan).toMatchObject({ name: 'Starter' })
    // Whichever came first, one of the two was stopped, and only once.
    const { rows } = await database.query(`select state from subscriptions where id = $1`, [id])
    expect(rows).toEqual([{ state: 'upgraded' }])
  }
})

test('two servers that take the same step end a plan once, and report it once', async () => {
  const plans = await Promise.all(Array.from({ length: 4 }, openPlan))
  await Promise.all(plans.map(({ send }) => send(0, 'stop-renewing')))
  const ids = plans.map(({ id }) => id)
  const past = new Date(Date.now() - 1_000).toISOString()
  await database.query(
    `update subscriptions set next_step_at = now(),
       renewal = jsonb_set(renewal, '{stopsAt}', to_jsonb($2::text)) where id = any($1)`,
    [ids, past],
  )
  const ended = async () => {
    const { rows } = await database.query(
      `select id from subscriptions where state = 'cancelled' and id = any($1)`,
      [ids],
    )
    return rows.length
  }
  await vi.waitFor(async () => expect(await ended()).toBe(4), { timeout: 30_000, interval: 100 })
  for (const { id, buyer } of plans) {
    expect(await buyer.plan()).toBeNull()
    expect((await entriesOf(id)).filter((action) => action === 'plan-ended')).toHaveLength(1)
  }
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from mails where subject like 'Growth has ended%'
       and created_at > $1::timestamptz`,
    [past],
  )
  expect(Number(rows[0]?.count)).toBe(4)
})

test('two servers that take the same step announce a renewal once', async () => {
  const plans = await Promise.all(Array.from({ length: 4 }, openPlan))
  const ids = plans.map(({ id }) => id)
  const since = new Date().toISOString()
  const renewsAt = new Date(Date.now() + 2 * 24 * 60 * 60 * 1_000).toISOString()
  await database.query(
    `update subscriptions set next_step_at = now(), plan = jsonb_set(plan, '{interval}', '"yearly"'),
       renewal = jsonb_set(renewal, '{charges,nextChargeAt}', to_jsonb($2::text)) where id = any($1)`,
    [ids, renewsAt],
  )
  const mailed = async () => {
    const { rows } = await database.query<{ count: string }>(
      `select count(*) from mails where subject like 'Growth renews on%' and created_at > $1::timestamptz`,
      [since],
    )
    return Number(rows[0]?.count)
  }
  const left = async () => {
    const { rows } = await database.query(
      'select id from subscriptions where id = any($1) and next_step_at <= now()',
      [ids],
    )
    return rows.length
  }
  await vi.waitFor(
    async () => {
      expect(await left()).toBe(0)
      expect(await mailed()).toBeGreaterThan(3)
    },
    { timeout: 30_000, interval: 100 },
  )
  // Once more, for both.
  await database.query('update subscriptions set next_step_at = now() where id = any($1)', [ids])
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 30_000, interval: 100 })
  expect(await mailed()).toBe(4)
})
