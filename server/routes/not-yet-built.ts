import type { Handlers } from '../handler'
import { HttpError } from '../http-error'

async function notYetBuilt(): Promise<never> {
  throw new HttpError(501, 'This part of Orglens is not built yet.')
}

/** Endpoints that come with later versions: they check who calls and what, then say so. */
export const notYetBuiltHandlers: Pick<
  Handlers,
  | 'getPricing'
  | 'createSubscription'
  | 'verifySubscription'
  | 'cancelSubscription'
  | 'getSubscriptionActivity'
> = {
  getPricing: notYetBuilt,
  createSubscription: notYetBuilt,
  verifySubscription: notYetBuilt,
  cancelSubscription: notYetBuilt,
  getSubscriptionActivity: notYetBuilt,
}
