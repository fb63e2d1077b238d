import { HttpError } from '../../api/http-error'
import type { Plan } from '../../api/payments'
import type { Services } from '../../api/services'
import { day, later } from '../../lib/time'
import type { Organisation } from '../../people/tables'
import { findPlan, isSamePlan } from '../../plans/plans'
import { add, type Reading } from '../../store/change'
import { type Author, entryOf } from '../../store/entry'
import { sanitizedErrorMessage } from '../../work/sanitized-error-message'
import { askProvider } from '../ask-provider'
import { planFacts } from '../entries'
import { requireExpectedPlan } from '../expected-plan'
import { boughtBy, isYearUnpaid } from '../plan/renewals'
import type { Subscription } from '../tables'
import { aheadForReaders } from './polling'

/** The time for paying a checkout, in ms. */
const checkoutLifetime = day

export const samePlanText = 'Your organisation already has this plan.'
export const endingText = 'Your organisation will be deleted.'

/**
 * Creates a subscription at the provider, to be paid in checkout.
 * @param planId the provider's id of the plan in one currency.
 * @param replacedId the subscription that the new one is to replace, or null for none. Undefined: any.
 * @returns the subscription's id.
 * @throws HttpError 422 for an unknown plan, 502 or 503 if the provider fails, 409 if the organisation has another plan than
 *   the replaced one, has this plan already, or is to be deleted (D140); CallerRefused. The last two are checked before and
 *   after the call to the provider.
 */
export async function createSubscription(
  services: Services,
  organisation: Organisation,
  author: Author,
  planId: string,
  replacedId?: string | null,
): Promise<string> {
  const { store, payments, plans, clock } = services
  const found = findPlan(plans, planId)
  if (!found) throw new HttpError(422, 'There is no such plan. Please reload the page.')
  const { plan, currency } = found
  const { id: organisationId } = organisation
  await store.change('check-checkout', null, author.caller, async (read) => {
    await requireMayBuy(read, organisationId, plan, replacedId)
    return { answer: null }
  })

  const createdAt = clock()
  const details = planFacts({ plan, currency })
  const id = await askProvider(
    () =>
      payments.createSubscription({
        planId,
        interval: plan.interval,
        organisationSlug: organisation.slug,
        expiresAt: later(createdAt, checkoutLifetime),
      }),
    (refusal) => {
      const refused = entryOf(clock(), organisationId, author, 'checkout-refused', {
        audience: 'operator',
        outcome: 'failed',
        details,
        errorMessage: sanitizedErrorMessage(refusal),
      })
      return store.addEntries([refused])
    },
  )
  const subscription: Subscription = {
    id,
    organisationId,
    plan,
    currency,
    state: 'unpaid',
    createdAt,
    wasPaid: false,
    startedAt: null,
    endedAt: null,
    nextCheckAt: later(createdAt, aheadForReaders),
    checkFailures: 0,
    renewal: boughtBy(author, createdAt),
    nextStepAt: null,
  }
  const opened = entryOf(createdAt, organisationId, author, 'checkout-opened', {
    audience: 'operator',
    subscriptionId: id,
    details,
  })
  await store.change('open-checkout', { billing: organisationId }, author.caller, async (read) => {
    await requireMayBuy(read, organisationId, plan, replacedId)
    return { answer: null, writes: [add('subscriptions', subscription)], entries: [opened] }
  })
  return id
}

/**
 * Refuses to sell a plan that the organisation has, unless its year isn't paid, instead of another plan than the expected one, or during a deletion. The
 * deletion may begin right after this. Then the payment is refunded.
 * @throws HttpError 409
 */
async function requireMayBuy(
  read: Reading,
  organisationId: string,
  plan: Plan,
  replacedId: string | null | undefined,
): Promise<void> {
  if (await read.one('deletions', { organisationId }, 'not-held')) {
    throw new HttpError(409, `${endingText} Keep it to buy a plan.`)
  }
  const live = await read.one('subscriptions', { organisationId, state: 'live' }, 'not-held')
  requireExpectedPlan(live, replacedId, 'replaced_subscription_id')
  if (live && isSamePlan(live.plan, plan) && !isYearUnpaid(live)) {
    throw new HttpError(409, samePlanText, { code: 'plan_changed' })
  }
}
