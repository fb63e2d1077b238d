import { expect, test } from 'vitest'
import { sandboxWebhookSecret } from '../../../server/payments/sandbox/sandbox'
import { sign } from '../../../server/payments/signatures'
import { createBuyer } from '../../support/conformance/buyer'
import type { Client } from '../../support/conformance/client'

const path = '/api/payments/webhook/'
const growth = 'plan_growth_monthly_usd'

/** The provider's report of a subscription, as it writes it. */
const reportOf = (event: string, entity: object) =>
  JSON.stringify({ entity: 'event', event, payload: { subscription: { entity } } })

export default function describeWebhook(client: Client): void {
  const newBuyer = async () => createBuyer(client, (await client.newAdmin()).access)
  const seconds = () => Math.floor(Date.now() / 1000)

  /** @returns the status of the answer. */
  async function deliver(
    body: string,
    { signature, id }: { signature?: string; id?: string } = {},
  ): Promise<number> {
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': signature ?? (await sign(body, sandboxWebhookSecret)),
      'x-razorpay-event-id': id ?? client.unique('event'),
    }
    return (await client.send(path, { method: 'POST', headers, body })).status
  }

  const activated = (id: string) =>
    reportOf('subscription.activated', { id, status: 'active', start_at: seconds() })

  test('a webhook starts a plan before its payment is verified, once, and ends it', async () => {
    const buyer = await newBuyer()
    const checkout = await buyer.pay(await buyer.create(growth))
    const id = checkout.subscription_id
    const body = activated(id)
    expect(await deliver(body, { id: 'first-and-again' })).toBe(200)
    expect(await buyer.plan()).toMatchObject({ name: 'Growth' })
    const activity = await buyer.activity()
    expect(activity).toHaveLength(1)
    await buyer.verify(checkout)
    for (const id of ['first-and-again', client.unique('event')]) await deliver(body, { id })
    expect(await buyer.activity()).toEqual(activity)
    const ended = { start_at: seconds(), ended_at: seconds(), paid_count: 1 }
    await deliver(reportOf('subscription.cancelled', { id, status: 'cancelled', ...ended }))
    expect(await buyer.plan()).toBeNull()
    expect(await buyer.activity()).toMatchObject([{ status: false, upgrade_status: false }])
  })

  test('a webhook with a wrong signature is refused, and changes nothing', async () => {
    const buyer = await newBuyer()
    const body = activated(await buyer.create(growth))
    const right = await sign(body, sandboxWebhookSecret)
    for (const signature of ['', await sign(body, 'another secret')]) {
      expect(await deliver(body, { signature }), signature).toBe(400)
    }
    expect(await deliver(`${body}\n`, { signature: right })).toBe(400)
    expect((await client.send(path, { method: 'POST' })).status).toBe(400)
    expect(await buyer.plan()).toBeNull()
  })

  test('the webhook is not a page, and takes at most 1 MB', async () => {
    expect((await client.send(path)).status).toBe(405)
    expect(await deliver('x'.repeat(1024 * 1024 + 1), { signature: '' })).toBe(413)
  })
}
