import { expect, test, vi } from 'vitest'
import { bundledPlans, findPlan } from '../../../server/plans/plans'
import { type Checkout, createBuyer } from '../../support/conformance/buyer'
import type { Client } from '../../support/conformance/client'

const starter = 'plan_starter_monthly_usd'
const starterInRupees = 'plan_starter_monthly_inr'
const starterYearly = 'plan_starter_yearly_usd'
const growth = 'plan_growth_monthly_usd'

export default function describeBilling(client: Client): void {
  const newBuyer = async () => createBuyer(client, (await client.newAdmin()).access)

  test('subscribing to a plan makes it the organisation’s, with its price and points', async () => {
    const buyer = await newBuyer()
    expect(await buyer.plan()).toBeNull()
    expect(await buyer.activity()).toEqual([])
    await buyer.subscribe(growth)
    expect(await buyer.plan()).toEqual({
      name: 'Growth',
      tag_line_for_plan: 'For organisations that decide with data',
      amount_in_usd: 99,
      interval: 'monthly',
      razorpay_plan_id: growth,
      descriptions: findPlan(bundledPlans, growth)?.plan.points.map((point) => ({ point })),
      // Our own server's fields: `conformance/billing-details.ts`.
      subscription_id: expect.any(String),
      payment_state: 'paid',
      payment_method: expect.anything(),
      period_start: expect.any(String),
      renews_at: expect.any(String),
      undo_until: expect.any(String),
      paid_until: expect.any(String),
      payer_id: expect.any(String),
      is_payer: true,
      limits_without_plan: {},
    })
    expect(await buyer.activity()).toEqual([
      {
        plan_name: 'Growth',
        interval: 'monthly',
        status: true,
        upgrade_status: false,
        start_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        end_date: null,
      },
    ])
  })

  test('subscribing to an unknown plan is refused, and to the current one, in either currency', async () => {
    const buyer = await newBuyer()
    for (const plan_id of ['', 'Starter', '__proto__']) {
      const { status, text } = await buyer.refused('createSubscription', { plan_id })
      expect(status, plan_id).toBe(422)
      expect(text).toContain('no such plan')
    }
    await buyer.subscribe(starter)
    for (const plan_id of [starter, starterInRupees]) {
      expect((await buyer.refused('createSubscription', { plan_id })).status).toBe(409)
    }
  })

  test('a wrong signature of a payment is refused', async () => {
    const buyer = await newBuyer()
    const paid = await buyer.pay(await buyer.create(growth))
    const other = await buyer.pay(await buyer.create(starter))
    const unpaid = await buyer.create(starterYearly)
    const { razorpay_signature: signature } = paid
    const wrong: Partial<Checkout>[] = [
      { razorpay_signature: other.razorpay_signature },
      { razorpay_payment_id: other.razorpay_payment_id },
      { razorpay_signature: `${signature.slice(0, -1)}${signature.endsWith('0') ? 1 : 0}` },
      { razorpay_signature: `${signature}00` },
      { razorpay_signature: '' },
      { razorpay_payment_id: paid.subscription_id, subscription_id: paid.subscription_id },
      // The other subscription's id with this one's proof.
      { subscription_id: other.subscription_id },
      { subscription_id: unpaid },
    ]
    for (const change of wrong) {
      const { status } = await buyer.refused('verifySubscription', { ...paid, ...change })
      expect(status, JSON.stringify(change)).toBe(400)
    }
    // The two that were paid are bought by their own proofs, and the third never is.
    for (const right of [paid, other]) await buyer.verify(right)
    expect(await buyer.activity()).toHaveLength(2)
  })

  test('a payment of another organisation, or an unknown one, is refused', async () => {
    const [buyer, stranger] = [await newBuyer(), await newBuyer()]
    const paid = await buyer.pay(await buyer.create(growth))
    expect((await stranger.refused('verifySubscription', paid)).status).toBe(404)
    const unknown = { ...paid, subscription_id: 'sub_unknown' }
    expect((await buyer.refused('verifySubscription', unknown)).status).toBe(404)
    // With the swapped parts of its own payment, too.
    const own = await stranger.pay(await stranger.create(starter))
    const swapped = { ...own, subscription_id: paid.subscription_id }
    expect((await stranger.refused('verifySubscription', swapped)).status).toBe(404)
    // Each has what it paid, as the provider itself says when it is asked, and nothing else.
    expect(await buyer.activity()).toMatchObject([{ plan_name: 'Growth' }])
    expect(await stranger.activity()).toMatchObject([{ plan_name: 'Starter' }])
  })

  test('an upgrade ends the old plan when the new one starts, also at the provider', async () => {
    const buyer = await newBuyer()
    const old = await buyer.subscribe(starter)
    await buyer.subscribe(growth)
    expect(await buyer.plan()).toMatchObject({ name: 'Growth' })
    const [now, before] = await buyer.activity()
    expect(now).toMatchObject({ plan_name: 'Growth', status: true, end_date: null })
    expect(before).toMatchObject({ plan_name: 'Starter', status: false, upgrade_status: true })
    expect(before?.end_date).toBe(now?.start_date)
    await vi.waitFor(async () => expect(await buyer.hasEndedAtProvider(old)).toBe(true), 10_000)
  })

  test('cancelling ends the plan now, also at the provider and without one, for nobody else', async () => {
    const [buyer, other] = [await newBuyer(), await newBuyer()]
    await buyer.cancel()
    expect(await buyer.activity()).toEqual([])
    const checkout = await buyer.subscribe(growth)
    await other.subscribe(growth)
    const { subscription_id } = checkout
    for (const _twice of [1, 2]) await buyer.cancel({ subscription_id })
    expect(await buyer.hasEndedAtProvider(checkout)).toBe(true)
    expect(await buyer.plan()).toBeNull()
    const [row] = await buyer.activity()
    expect(row).toMatchObject({ status: false, upgrade_status: false })
    const { start_date = '', end_date = '' } = row ?? {}
    expect(Date.parse(end_date ?? '')).toBeGreaterThanOrEqual(Date.parse(start_date))
    await buyer.cancel()
    expect(await buyer.activity()).toEqual([row])
    expect(await other.plan()).toMatchObject({ name: 'Growth' })
  })

  test('buying in place of another plan than the present one is refused with its name, and of one that has ended', async () => {
    const admin = await client.newAdmin()
    const buyer = createBuyer(client, admin.access)
    const { subscription_id: old } = await buyer.subscribe(starter)
    const { subscription_id } = await buyer.subscribe(starterYearly)
    for (const replaced_subscription_id of [null, old]) {
      const order = { plan_id: growth, replaced_subscription_id }
      const text =
        "Your organisation's plan has changed: it is Starter (yearly) now. Look at it before you choose again."
      expect(await buyer.wholeRefusal('createSubscription', order)).toMatchObject({
        status: 409,
        error: text,
        field_errors: { replaced_subscription_id: text },
      })
    }
    const { subscription_id: bought } = await buyer.pay(await buyer.create(growth, subscription_id))
    expect(await buyer.plan()).toMatchObject({ name: 'Growth' })
    const changes = await client.logOf(admin, { action: 'plan-changed' })
    expect(changes.map(({ details }) => details)).toEqual([
      { from: 'Starter', to: 'Growth' },
      { from: 'Starter (monthly)', to: 'Starter (yearly)' },
    ])
    await buyer.cancel({ subscription_id: bought })
    const order = { plan_id: growth, replaced_subscription_id: bought }
    expect(await buyer.refused('createSubscription', order)).toEqual({
      status: 409,
      text: "Your organisation's plan has ended. If you still want another one, choose it again.",
    })
    await buyer.verify(await buyer.pay(await buyer.create(growth, null)))
    expect(await buyer.plan()).toMatchObject({ name: 'Growth' })
  })
}
