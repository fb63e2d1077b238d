import { profileOf } from '../../../server/domain/profile'
import {
  createSubscription,
  listActivity,
  verifySubscription,
} from '../../../server/domain/subscriptions'
import { HttpError } from '../../../server/http-error'
import { PaymentsError } from '../../../server/payments/payments'
import { payFor, type Shop } from './organisation'

export async function subscribe(shop: Shop, planId: string): Promise<string> {
  const id = await createSubscription(shop.services, shop.organisation, planId)
  await verifySubscription(shop.services, shop.organisation, await payFor(shop, id))
  await shop.work()
  return id
}

/** @returns the status and text of a refusal. */
export async function refusalOf(action: Promise<unknown>): Promise<[number, string]> {
  try {
    await action
  } catch (error) {
    if (error instanceof HttpError) return [error.status, error.message]
    throw error
  }
  throw new Error('It was not refused.')
}

/** Lets the provider fail until it is mended. */
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
  })
  return () => Object.assign(services.payments, whole)
}

export const readProfile = async (shop: Shop) => profileOf(shop.services, await shop.caller())

export const readActivity = async (shop: Shop) => listActivity(shop.services, await shop.caller())

/** The plans that the provider would go on charging for. */
export async function chargedAtProvider({ services, data }: Shop): Promise<string[]> {
  const states = await Promise.all(
    data.sandboxSubscriptions.map(({ id }) => services.payments.fetchSubscription(id)),
  )
  return states.filter(({ status }) => status === 'paid').map(({ id }) => id)
}
