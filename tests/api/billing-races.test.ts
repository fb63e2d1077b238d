import { Client as DatabaseClient } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { sandboxWebhookSecret } from '../../server/payments/sandbox/sandbox'
import { sign } from '../../server/payments/signatures'
import { type Buyer, type Checkout, createBuyer } from '../support/conformance/buyer'
import { type Client, createClient } from '../support/conformance/client'
import { createDatabase } from '../support/postgresql'
import { type ServerProcess, startServerProcess } from '../support/server-process'
import { growth, starter } from './billing/organisation'
import { webhookBody } from './conformance/webhook'

const soon = { timeout: 30_000, interval: 100 }

/** Races that an embedded database with its one connection, or a single process, can't show. */
describe('two servers on one PostgreSQL', () => {
  let servers: ServerProcess[] = []
  let clients: [Client, Client]
  let database: DatabaseClient

  beforeAll(async () => {
    const url = await createDatabase(inject('postgresqlUrl'))
    const environment = { DATABASE_URL: url, RATE_LIMITS: 'off', DEMO_DATA: 'off' }
    servers = await Promise.all([startServerProcess(environment), startServerProcess(environment)])
    const [one, other] = servers.map((server) =>
      createClient({
        fetch: (request) => fetch(request),
        origin: server.url,
        stop: server.stop,
      }),
    )
    if (!one || !other) throw new Error('There are not two servers.')
    clients = [one, other]
    database = new DatabaseClient({ connectionString: url })
    await database.connect()
  })

  afterAll(async () => {
    await database?.end()
    await Promise.all(servers.map((server) => server.stop()))
  })

  /** @returns an admin of a new organisation, at either server. */
  async function newBuyers(): Promise<[Buyer, Buyer, string]> {
    const { access } = await clients[0].newAdmin()
    return [createBuyer(clients[0], access), createBuyer(clients[1], access), access]
  }

  /** The same action twenty times at once, alternating between both servers. */
  function twenty<Result>(
    buyers: readonly [Buyer, Buyer, string],
    action: (buyer: Buyer, nth: number) => Promise<Result>,
  ): Promise<Result[]> {
    return Promise.all(
      Array.from({ length: 20 }, (_, nth) => action(nth % 2 === 0 ? buyers[0] : buyers[1], nth)),
    )
  }

  async function ids(query: string, subscriptions: readonly string[]): Promise<string[]> {
    const { rows } = await database.query<{ id: string }>(`${query} and id = any($1) order by id`, [
      subscriptions,
    ])
    return rows.map(({ id }) => id)
  }

  const live = (subscriptions: readonly string[]) =>
    ids(`select id from subscriptions where state = 'live'`, subscriptions)
  const charged = (subscriptions: readonly string[]) =>
    ids(
      'select id from sandbox_subscriptions where paid_at is not null and ended_at is null',
      subscriptions,
    )

  /** The provider charges for the live plan only, once it has been told. */
  async function expectAgreement(subscriptions: readonly string[]): Promise<void> {
    await vi.waitFor(
      async () => expect(await charged(subscriptions)).toEqual(await live(subscriptions)),
      soon,
    )
  }

  const verify = async (client: Client, checkout: Checkout, token: string) =>
    (await client.request('verifySubscription', checkout, token)).status

  /** Pays for all, and proves it at once, alternating between both servers. @returns the statuses. */
  async function payAll([buyer, , token]: readonly [Buyer, Buyer, string], created: string[]) {
    const paid = await Promise.all(created.map((id) => buyer.pay(id)))
    return Promise.all(
      paid.map((checkout, nth) => verify(clients[nth % 2 === 0 ? 0 : 1], checkout, token)),
    )
  }

  test('one of twenty simultaneous payments for one plan wins', async () => {
    const buyers = await newBuyers()
    const created = await twenty(buyers, (buyer) => buyer.create(growth))
    const statuses = await payAll(buyers, created)
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    expect(await live(created)).toHaveLength(1)
    await expectAgreement(created)
    expect(await charged(created)).toHaveLength(1)
    expect(await buyers[1].activity()).toMatchObject([{ plan_name: 'Growth', status: true }])
    const refunds = () =>
      database.query(
        `select distinct refunds.payment_id from refunds
         join sandbox_subscriptions using (payment_id)
         where refunds.state = 'done' and refunded_at is not null and subscription_id = any($1)`,
        [created],
      )
    await vi.waitFor(async () => expect((await refunds()).rowCount).toBe(19), 20_000)
  })

  test('verification, repeated and racing with the webhook, happens once', async () => {
    const buyers = await newBuyers()
    const old = await buyers[0].subscribe(starter)
    const checkout = await buyers[0].pay(await buyers[0].create(growth))
    const seconds = Math.floor(Date.now() / 1000) + 1
    const entity = { id: checkout.subscription_id, status: 'active', start_at: seconds }
    const body = webhookBody('subscription.activated', { ...entity, paid_count: 1 })
    const signature = await sign(body, sandboxWebhookSecret)
    const statuses = await twenty(buyers, async (_buyer, nth) => {
      const client = clients[nth % 4 < 2 ? 0 : 1]
      if (nth % 2 === 0) return await verify(client, checkout, buyers[2])
      const headers = {
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': `race-${nth % 3}`,
      }
      const response = await client.send('/api/payments/webhook/', {
        method: 'POST',
        headers,
        body,
      })
      return response.status
    })
    expect(new Set(statuses)).toEqual(new Set([200]))
    const rows = await buyers[1].activity()
    expect(rows).toMatchObject([
      { plan_name: 'Growth', status: true, end_date: null },
      { plan_name: 'Starter', upgrade_status: true, end_date: rows[0]?.start_date },
    ])
    await expectAgreement([old.subscription_id, checkout.subscription_id])
  })
})
