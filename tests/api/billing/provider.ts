import { HttpError } from '../../../server/api/http-error'
import { networkOf } from '../../../server/api/networks'
import { PaymentsError, type SandboxCard, type SignedPayment } from '../../../server/api/payments'
import { changePaymentMethod } from '../../../server/billing/plan/billing-details'
import { readSubscription } from '../../../server/payments/razorpay-format'
import type { User } from '../../../server/people/tables'
import { profileOf } from '../../../server/profile/profile'
import { openShop, payFor, type Shop } from './organisation'

export async function subscribe(shop: Shop, planId: string, card?: SandboxCard): Promise<string> {
  const id = await shop.create(planId)
  await shop.verify(await payFor(shop, id, card))
  await shop.work()
  return id
}

export async function openWithPlan(planId: string, card?: SandboxCard) {
  const shop = await openShop()
  return { ...shop, id: await subscribe(shop, planId, card) }
}

export async function refusalOf(action: Promise<unknown>): Promise<[number, string]> {
  try {
    await action
  } catch (error) {
    if (error instanceof HttpError) return [error.status, error.message]
    throw error
  }
  throw new Error('It was not refused.')
}

/** Makes the provider fail until it is repaired. */
export function breakProvider(
  { services }: Shop,
  reason: 'unreachable' | 'refused' = 'unreachable',
) {
  const whole = { ...services.payments }
  const fail = async () => {
    throw new PaymentsError(reason, 'It is broken')
  }
  Object.assign(services.payments, {
    createSubscription: fail,
    fetchSubscription: fail,
    fetchPayments: fail,
    cancelSubscription: fail,
    refundPayment: fail,
    fetchRefund: fail,
  })
  return () => Object.assign(services.payments, whole)
}

/** From here on the provider reports that of a subscription paid just now, in its own words; null: it is down. */
export function reportAs({ services }: Shop, entity: Record<string, unknown> | null) {
  const start_at = Math.floor(Number(services.clock()) / 1_000)
  services.payments.fetchSubscription = async () => {
    const report = readSubscription(entity && { start_at, ...entity }, services.clock())
    if (!report) throw new PaymentsError('unreachable', 'It is down')
    return report
  }
}

/** Uses another card in checkout, after the previous event. @returns its proof. */
export async function changeCard(shop: Shop, id: string, card: SandboxCard) {
  shop.pass(1)
  const proof = await shop.services.payments.sandbox?.changeCard(id, card)
  if (!proof || typeof proof === 'string') throw new Error('Not changed')
  return proof
}

/** @param user who brings the proof; by default the admin. */
export async function prove(shop: Shop, proof: SignedPayment, user?: User) {
  const caller = await shop.caller()
  const by = { ...caller, user: user ?? caller.user }
  await changePaymentMethod(shop.services, by, networkOf('192.0.2.1'), proof)
}

export const readProfile = async (shop: Shop) => profileOf(shop.services, await shop.caller())

export const planOf = async (shop: Shop) => (await readProfile(shop)).organization.subscription_plan
