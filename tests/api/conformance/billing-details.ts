import { beforeAll, expect, test } from 'vitest'
import { type Buyer, createBuyer } from '../../support/conformance/buyer'
import type { Client } from '../../support/conformance/client'

const growth = 'plan_growth_monthly_usd'
const day = 24 * 60 * 60 * 1_000

export default function describeBillingDetails(client: Client): void {
  let buyer: Buyer
  let token: string

  beforeAll(async () => {
    token = (await client.newAdmin()).access
    buyer = createBuyer(client, token)
  })

  test('a plan renews after its period until it is stopped, and again after it is kept', async () => {
    await buyer.subscribe(growth)
    const before = await buyer.plan()
    const renewsAt = Date.parse(before?.renews_at ?? '')
    expect(renewsAt - Date.parse(before?.period_start ?? '')).toBeGreaterThanOrEqual(28 * day)
    await client.succeed('stopRenewing', undefined, token)
    await client.succeed('stopRenewing', undefined, token)
    const stopped = await buyer.plan()
    expect(stopped).toMatchObject({ ends_at: before?.renews_at, payment_state: 'paid' })
    expect(stopped).not.toHaveProperty('renews_at')
    expect(stopped).not.toHaveProperty('undo_until')
    expect(stopped).not.toHaveProperty('payer_id')
    expect(stopped?.can_be_kept_until).toBe(before?.undo_until)
    expect(renewsAt - Date.parse(stopped?.can_be_kept_until ?? '')).toBe(2 * day)
    await client.succeed('keepRenewing', undefined, token)
    expect(await buyer.plan()).toMatchObject({ renews_at: before?.renews_at })
    expect(await buyer.plan()).not.toHaveProperty('ends_at')
  })

  test('stopping, keeping, checking and cancelling another plan than the present one is refused', async () => {
    const before = await buyer.plan()
    const { subscription_id } = before ?? {}
    const text =
      "Your organisation's plan has changed: it is Growth (monthly) now. Look at it before you choose again."
    const deciding = ['stopRenewing', 'keepRenewing', 'checkPayment', 'cancelSubscription'] as const
    for (const name of deciding) {
      const refusal = await buyer.wholeRefusal(name, { subscription_id: 'sub_other' })
      expect(refusal, name).toMatchObject({ status: 409, error: text })
      expect(refusal.field_errors, name).toEqual({ subscription_id: text })
      expect(await buyer.plan(), name).toEqual(before)
    }
    for (const name of ['stopRenewing', 'keepRenewing', 'checkPayment'] as const) {
      await client.succeed(name, { subscription_id }, token)
    }
    expect(await buyer.plan()).toMatchObject({ renews_at: before?.renews_at })
  })

  test('another card is proved by its payment, makes its user the payer, and is in the audit log', async () => {
    const proof = await buyer.changeCard('failing')
    await client.succeed('changePaymentMethod', proof, token)
    const plan = await buyer.plan()
    expect(plan).toMatchObject({
      payment_method: { kind: 'card', network: 'Visa', last_digits: '0341' },
      is_payer: true,
    })
    const { members } = await client.succeed('getTeam', undefined, token)
    expect(members.find(({ is_self }) => is_self)?.member_id).toBe(plan?.payer_id)
    const told = await client.logOf({ access: token }, { action: 'payment-method-changed' })
    expect(told).toMatchObject([
      {
        actor: { kind: 'user' },
        details: { plan: 'Growth', from: 'Visa ending in 4242', to: 'Visa ending in 0341' },
      },
    ])
    const forged = { ...proof, razorpay_signature: 'forged' }
    expect((await buyer.refused('changePaymentMethod', forged)).status).toBe(400)
    const ofAnother = { ...proof, subscription_id: 'sub_other' }
    expect((await buyer.refused('changePaymentMethod', ofAnother)).status).toBe(409)
  })

  test('a cancelled plan leaves no billing details', async () => {
    await client.succeed('stopRenewing', undefined, token)
    await buyer.cancel()
    expect(await buyer.plan()).toBeNull()
    expect((await buyer.refused('keepRenewing')).status).toBe(409)
  })
}
