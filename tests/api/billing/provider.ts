import { HttpError } from '../../../server/api/http-error'
import { PaymentsError, type SandboxCard } from '../../../server/api/payments'
import { listActivity } from '../../../server/billing/queries'
import { profileOf } from '../../../server/profile/profile'
import { createSubscription, verifySubscription } from '../../support/buying'
import { openShop, payFor, type Shop } from './organisation'

export async function subscribe(shop: Shop, planId: string, card?: SandboxCard): Promise<string> {
  const id = await createSubscription(shop.services, shop.organisation, planId)
  await verifySubscription(shop.services, shop.organisation, await payFor(shop, id, card))
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

export const readProfile = async (shop: Shop) => profileOf(shop.services, await shop.caller())

export const readActivity = async (shop: Shop) => listActivity(shop.services, await shop.caller())

export async function chargedAtProvider({ services, data }: Shop): Promise<string[]> {
  const states = await Promise.all(
    data.sandboxSubscriptions.map(({ id }) => services.payments.fetchSubscription(id)),
  )
  return states.filter(({ status }) => status === 'paid').map(({ id }) => id)
}

/** The provider's report of a subscription and its payment; null if there is none. */
export function providerStateOf({ data }: Pick<Shop, 'data'>, id: string) {
  const kept = data.sandboxSubscriptions.find((entry) => entry.id === id)
  const seconds = (date: Date | null | undefined) =>
    date ? Math.floor(date.getTime() / 1000) : null
  const subscription = {
    id,
    status: kept?.endedAt ? 'cancelled' : kept?.paidAt ? 'active' : 'created',
    start_at: seconds(kept?.paidAt),
    ended_at: seconds(kept?.endedAt),
    paid_count: kept?.paidAt ? 1 : 0,
  }
  const payment = kept?.paymentId
    ? { id: kept.paymentId, status: 'captured', created_at: seconds(kept.paidAt) }
    : null
  return [subscription, payment] as const
}
