import type { SignedPayment } from '../../server/api/payments'
import type { Services } from '../../server/api/services'
import * as checkout from '../../server/billing/checkout/create'
import * as verify from '../../server/billing/checkout/verify'
import * as details from '../../server/billing/plan/billing-details'
import { byOrglens } from '../../server/people/author'
import type { Organisation } from '../../server/people/tables'

/*
 * An organisation's actions on its plans, for tests that don't care about the user.
 */

export const byNobody = byOrglens()

export const createSubscription = (
  services: Services,
  organisation: Organisation,
  planId: string,
) => checkout.createSubscription(services, organisation, byNobody, planId)

export const verifySubscription = (
  services: Services,
  organisation: Organisation,
  payment: SignedPayment,
) => verify.verifySubscription(services, organisation, byOrglens(), payment)

export const cancelSubscription = (services: Services, organisation: Organisation) =>
  details.cancelSubscription(services, organisation, byNobody)
