import { expect, test } from 'vitest'
import { day } from '../../../server/lib/time'
import { bundledPlans, findPlan } from '../../../server/plans/plans'
import { type Checkout, createBuyer } from '../../support/conformance/buyer'
import type { Client } from '../../support/conformance/client'

const starter = 'plan_starter_monthly_usd'
const starterInRupees = 'plan_starter_monthly_inr'
const starterYearly = 'plan_starter_yearly_usd'
const growth = 'plan_growth_monthly_usd'
const changedTo = (plan: string) =>
  `Your organisation's plan has changed: it is ${plan} now. Look at it before you choose again.`

export default function describeBilling(client: Client): void {
  async function newBuyer() {
    const admin = await client.newAdmin()
    return { ...createBuyer(client, admin.access), admin }
  }

  test('subscribing to a plan makes it the organisation’s, and ends the one before, also at the provider', async () => {
    const buyer = await newBuyer()
    const old = await buyer.subscribe(starter)
    await buyer.subscribe(growth)
    expect(await buyer.plan()).toMatchObject({
      name: 'Growth',
      tag_line_for_plan: 'For organisations that decide with data',
      amount_in_usd: 99,
      interval: 'monthly',
      razorpay_plan_id: growth,
      descriptions: findPlan(bundledPlans, growth)?.plan.points.map((point) => ({ point })),
      payment_state: 'paid',
      is_payer: true,
      limits_without_plan: {},
    })
    // The app would show that price, which nobody pays.
    expect(await buyer.plan()).not.toHaveProperty('amount_in_inr')
    const activity = await buyer.activity()
    const start_date = activity[0]?.start_date
    expect(start_date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(activity).toMatchObject([
      {
        ...{ plan_name: 'Growth', interval: 'monthly', status: true, upgrade_status: false },
        ...{ start_date, end_date: null },
      },
      { plan_name: 'Starter', status: false, upgrade_status: true, end_date: start_date },
    ])
    expect(await buyer.hasEndedAtProvider(old)).toBe(true)
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
    const wrong: Partial<Checkout>[] = [
      { razorpay_signature: `${paid.razorpay_signature}00` },
      { razorpay_signature: '' },
      { razorpay_payment_id: other.razorpay_payment_id },
      { subscription_id: await buyer.create(starterYearly) },
    ]
    for (const change of wrong) {
      const { status } = await buyer.refused('verifySubscription', { ...paid, ...change })
      expect(status, JSON.stringify(change)).toBe(400)
    }
    for (const right of [paid, other]) await buyer.verify(right)
    expect(await buyer.activity()).toHaveLength(2)
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
    expect(row?.end_date).not.toBeNull()
    await buyer.cancel()
    expect(await buyer.activity()).toEqual([row])
    expect(await other.plan()).toMatchObject({ name: 'Growth' })
  })

  test('buying in place of another plan than the present one is refused with its name, and of one that has ended', async () => {
    const buyer = await newBuyer()
    const { subscription_id: old } = await buyer.subscribe(starter)
    const { subscription_id } = await buyer.subscribe(starterYearly)
    for (const replaced_subscription_id of [null, old]) {
      const order = { plan_id: growth, replaced_subscription_id }
      const text = changedTo('Starter (yearly)')
      const refusal = { status: 409, field_errors: { replaced_subscription_id: text } }
      expect(await buyer.wholeRefusal('createSubscription', order)).toMatchObject(refusal)
    }
    const { subscription_id: bought } = await buyer.pay(await buyer.create(growth, subscription_id))
    expect(await buyer.plan()).toMatchObject({ name: 'Growth' })
    const changes = await client.logOf(buyer.admin, { action: 'plan-changed' })
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
    await buyer.create(growth, null)
  })

  test('a plan renews until it is stopped, and again after it is kept; buttons for another plan are refused', async () => {
    const { admin, ...buyer } = await newBuyer()
    await buyer.subscribe(growth)
    const before = await buyer.plan()
    const deciding = ['stopRenewing', 'keepRenewing', 'checkPayment', 'cancelSubscription'] as const
    for (const name of deciding) {
      const refusal = await buyer.wholeRefusal(name, { subscription_id: 'sub_other' })
      expect(refusal, name).toMatchObject({
        ...{ status: 409, code: 'plan_changed' },
        field_errors: { subscription_id: changedTo('Growth (monthly)') },
      })
    }
    expect(await buyer.plan()).toEqual(before)
    const { subscription_id } = before ?? {}
    const renewsAt = Date.parse(before?.renews_at ?? '')
    expect(renewsAt - Date.parse(before?.period_start ?? '')).toBeGreaterThanOrEqual(28 * day)
    for (const body of [undefined, { subscription_id }])
      await client.succeed('stopRenewing', body, admin.access)
    const stopped = await buyer.plan()
    expect(stopped).toMatchObject({
      ends_at: before?.renews_at,
      payment_state: 'paid',
      can_be_kept_until: before?.undo_until,
    })
    for (const field of ['renews_at', 'undo_until', 'payer_id']) {
      expect(stopped).not.toHaveProperty(field)
    }
    expect(renewsAt - Date.parse(stopped?.can_be_kept_until ?? '')).toBe(2 * day)
    await client.succeed('keepRenewing', { subscription_id }, admin.access)
    expect(await buyer.plan()).toEqual(before)
    for (const name of ['checkPayment', 'cancelSubscription'] as const)
      await client.succeed(name, { subscription_id }, admin.access)
    expect((await buyer.refused('keepRenewing')).status).toBe(409)
    const decisions = ['plan-cancelled', 'renewal-kept', 'renewal-stopped']
    expect((await client.actionsOf(admin)).slice(0, 3)).toEqual(decisions)
  })

  test('the sandbox tells what is charged, and knows nothing that wasn’t bought there, or has ended', async () => {
    const buyer = await newBuyer()
    const [subscription_id, unpaid] = [
      await buyer.create(starterYearly),
      await buyer.create(growth),
    ]
    const { razorpay_payment_id: payment_id } = await buyer.pay(subscription_id)
    expect(await buyer.pay(subscription_id)).toMatchObject({ razorpay_payment_id: payment_id })
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const send = (path: string, body?: object) =>
      client.send(`/sandbox/${path}`, body && { ...post, body: JSON.stringify(body) })
    const price = { amount: 29_000, currency: 'USD', interval: 'yearly', is_pending: false }
    expect(await (await send(`price?subscription_id=${subscription_id}`)).json()).toEqual(price)
    for (const [status, path, body] of [
      [404, 'price?subscription_id=other', undefined],
      [404, 'pay', { subscription_id: 'other' }],
      [409, 'pay', { subscription_id: unpaid, card_change: true }],
      [204, 'refund', { payment_id, amount: 5 }],
      [422, 'refund', { payment_id, amount: 0 }],
      [404, 'refund', { payment_id: 'pay_1', amount: 5 }],
    ] as const)
      expect((await send(path, body)).status, path).toBe(status)
  })

  test('another card is proved by its payment, makes its user the payer, and is in the audit log', async () => {
    const { admin, ...buyer } = await newBuyer()
    await buyer.subscribe(growth)
    const proof = await buyer.changeCard('failing')
    await client.succeed('changePaymentMethod', proof, admin.access)
    const plan = await buyer.plan()
    expect(plan).toMatchObject({
      payment_method: { kind: 'card', network: 'Visa', last_digits: '0341' },
      is_payer: true,
    })
    const { members } = await client.succeed('getTeam', undefined, admin.access)
    expect(members.map(({ member_id }) => member_id)).toEqual([plan?.payer_id])
    expect(await client.logOf(admin, { action: 'payment-method-changed' })).toMatchObject([
      {
        actor: { kind: 'user' },
        details: { plan: 'Growth', from: 'Visa ending in 4242', to: 'Visa ending in 0341' },
      },
    ])
    const forged = { ...proof, razorpay_signature: 'forged' }
    expect((await buyer.refused('changePaymentMethod', forged)).status).toBe(400)
    const ofAnother = { ...proof, subscription_id: 'sub_other' }
    const refusal = { status: 409, code: 'plan_changed' }
    expect(await buyer.wholeRefusal('changePaymentMethod', ofAnother)).toMatchObject(refusal)
  })
}
