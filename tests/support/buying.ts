import { byOrglens } from '../../server/audit/entries'
import * as checkout from '../../server/billing/checkout/subscribe'
import * as subscriptions from '../../server/billing/subscriptions'
import type { SignedPayment } from '../../server/payments/payments'
import type { Organisation } from '../../server/people/tables'
import type { Services } from '../../server/services'

/*
 * An organisation's actions on its plans, for tests that don't care about the user.
 */

export const byNobody = { by: byOrglens(), cause: 'job' } as const

export const createSubscription = (
  services: Services,
  organisation: Organisation,
  planId: string,
) => checkout.createSubscription(services, organisation, byNobody, planId)

export const verifySubscription = (
  services: Services,
  organisation: Organisation,
  payment: SignedPayment,
) => checkout.verifySubscription(services, organisation, byOrglens(), payment)

export const cancelSubscription = (services: Services, organisation: Organisation) =>
  subscriptions.cancelSubscription(services, organisation, byNobody)
