import { expect, test } from 'vitest'
import { sandboxWebhookSecret } from '../../../server/payments/sandbox/sandbox'
import { sign } from '../../../server/payments/signatures'
import { createBuyer } from '../../support/conformance/buyer'
import { type Client, refusalOf } from '../../support/conformance/client'

const path = '/api/payments/webhook/'
const growth = 'plan_growth_monthly_usd'

/** What the provider tells of a subscription, as it writes it. */
function webhookBody(event: string, entity: Record<string, unknown>): string {
  return JSON.stringify({
    entity: 'event',
    event,
    contains: ['subscription'],
    payload: { subscription: { entity: { entity: 'subscription', ...entity } } },
  })
}

export default function describeWebhook(client: Client): void {
  const newBuyer = async () => createBuyer(client, (await client.newAdmin()).access)
  const seconds = () => Math.floor(Date.now() / 1000)

  async function deliver(
    body: string,
    { signature, id }: { signature?: string; id?: string } = {},
  ): Promise<Response> {
    return await client.send(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': signature ?? (await sign(body, sandboxWebhookSecret)),
        'x-razorpay-event-id': id ?? client.unique('event'),
      },
      body,
    })
  }

  const activated = (id: string) =>
    webhookBody('subscription.activated', { id, status: 'active', start_at: seconds() })
  const cancelled = (id: string) =>
    webhookBody('subscription.cancelled', {
      id,
      status: 'cancelled',
      start_at: seconds(),
      ended_at: seconds(),
      paid_count: 1,
    })

  test('a webhook starts a plan with an unverified payment, and ends it', async () => {
    const buyer = await newBuyer()
    const id = await buyer.create(growth)
    await buyer.pay(id)
    expect((await deliver(activated(id))).status).toBe(200)
    expect(await buyer.plan()).toMatchObject({ name: 'Growth' })
    expect((await deliver(cancelled(id))).status).toBe(200)
    expect(await buyer.plan()).toBeNull()
    const [row] = await buyer.activity()
    expect(row).toMatchObject({ status: false, upgrade_status: false })
  })

  test('a webhook may arrive before verification, after it, and repeatedly', async () => {
    const buyer = await newBuyer()
    const checkout = await buyer.pay(await buyer.create(growth))
    const body = activated(checkout.subscription_id)
    await deliver(body, { id: 'first-and-again' })
    const activity = await buyer.activity()
    expect(activity).toHaveLength(1)
    await buyer.verify(checkout)
    for (const id of ['first-and-again', client.unique('event')]) await deliver(body, { id })
    expect(await buyer.activity()).toEqual(activity)
  })

  test('a webhook with a wrong signature is refused, and changes nothing', async () => {
    const buyer = await newBuyer()
    const body = activated(await buyer.create(growth))
    const right = await sign(body, sandboxWebhookSecret)
    const wrong = [
      '',
      await sign(body, 'another secret'),
      await sign(`${body} `, sandboxWebhookSecret),
    ]
    for (const signature of wrong) {
      const refusal = await refusalOf(await deliver(body, { signature }))
      expect(refusal.status, signature).toBe(400)
    }
    expect((await deliver(`${body}\n`, { signature: right })).status).toBe(400)
    expect((await client.send(path, { method: 'POST' })).status).toBe(400)
    expect(await buyer.plan()).toBeNull()
  })

  test.each([
    ['an event of another kind', JSON.stringify({ event: 'payment.captured', payload: {} })],
    ['a status that nobody knows', webhookBody('subscription.x', { id: 's', status: 'melted' })],
    ['a subscription of others', webhookBody('subscription.x', { id: 's', status: 'active' })],
    ['an event without a subscription', JSON.stringify({ event: 'subscription.activated' })],
    ['something that is no JSON', 'hello'],
    ['a number', '1'],
  ])('a webhook about %s is acknowledged and ignored', async (_what, body) => {
    expect((await deliver(body)).status).toBe(200)
  })

  test('the webhook is not a page, and takes at most 1 MB', async () => {
    expect((await client.send(path)).status).toBe(405)
    expect((await deliver('x'.repeat(1024 * 1024 + 1), { signature: '' })).status).toBe(413)
  })
}
