import { HttpError } from '../http-error'
import { PaymentsError, type ProviderSubscription, type SignedPayment } from '../payments/payments'
import { findPlan, isSamePlan } from '../plans/plans'
import type { Services } from '../services'
import type { Organisation, Subscription } from '../store/entities'
import { type Changes, recordEnd, recordPayment, recordProviderState } from './subscription-changes'

/** How often a change is decided anew because another one was kept in between. */
const mostAttempts = 200

const samePlanText = 'Your organisation has this plan already.'

/**
 * Makes a subscription at the provider, to be paid in checkout.
 * @param planId the provider's; a plan has one for each currency, so that it decides the currency.
 * @returns the subscription's id.
 * @throws HttpError 422 for an unknown plan, 409 for the one that is the organisation's, 502 or 503
 *   when the provider fails.
 */
export async function createSubscription(
  services: Services,
  organisation: Organisation,
  planId: string,
): Promise<string> {
  const { store, payments, plans, clock } = services
  const found = findPlan(plans, planId)
  if (!found) throw new HttpError(422, 'There is no such plan. Please reload the page.')
  const { plan, currency } = found
  const live = await store.findLiveSubscription(organisation.id)
  if (live && isSamePlan(live.plan, plan)) throw new HttpError(409, samePlanText)

  const id = await askProvider(services, 'A subscription could not be created', () =>
    payments.createSubscription({
      planId,
      interval: plan.interval,
      organisationSlug: organisation.slug,
    }),
  )
  await store.addSubscription({
    id,
    organisationId: organisation.id,
    plan,
    currency,
    state: 'unpaid',
    createdAt: clock(),
    startedAt: null,
    endedAt: null,
  })
  return id
}

/**
 * Takes the proof of a payment. Repeating it changes nothing (D33).
 * @throws HttpError 404 for a subscription that isn't the organisation's, 400 for a wrong signature,
 *   409 for a second payment of one plan, which is cancelled and to be refunded.
 */
export async function verifySubscription(
  services: Services,
  organisation: Organisation,
  payment: SignedPayment,
): Promise<void> {
  const subscription = await services.store.findSubscription(payment.subscriptionId)
  if (subscription?.organisationId !== organisation.id) {
    throw new HttpError(404, 'Your organisation has no such subscription.')
  }
  // Over the id that was kept when it was created, not the one that was sent now.
  const kept = { ...payment, subscriptionId: subscription.id }
  if (!(await services.payments.verifyPayment(kept))) {
    throw new HttpError(400, 'The signature of this payment is wrong.')
  }
  const after = await change(services, organisation.id, (all, now) =>
    recordPayment(all, subscription.id, null, now),
  )
  if (after.find(({ id }) => id === subscription.id)?.state === 'void') {
    throw new HttpError(
      409,
      `${samePlanText} The second subscription is being cancelled and its payment will be refunded.`,
    )
  }
}

/**
 * Ends the organisation's plan now: first at the provider, so that nothing is charged any more (D33).
 * Without a plan there is nothing to do.
 * @throws HttpError 502 or 503 when the provider fails; then nothing has changed.
 */
export async function cancelSubscription(
  services: Services,
  organisation: Organisation,
): Promise<void> {
  const live = await services.store.findLiveSubscription(organisation.id)
  if (!live) return
  await askProvider(services, 'A subscription could not be cancelled', () =>
    services.payments.cancelSubscription(live.id),
  )
  await change(services, organisation.id, (all, now) => recordEnd(all, live.id, now))
}

/** @returns every plan that the organisation has had, the newest first. */
export async function listActivity(
  { store }: Services,
  organisation: Organisation,
): Promise<(Subscription & { startedAt: Date })[]> {
  const { subscriptions } = await store.findBilling(organisation.id)
  return subscriptions
    .flatMap((entry) => (entry.startedAt ? [{ ...entry, startedAt: entry.startedAt }] : []))
    .sort((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
}

/** Takes over what the provider says of one of the organisation's subscriptions. */
export async function takeProviderState(
  services: Services,
  organisationId: string,
  state: ProviderSubscription,
): Promise<void> {
  await change(services, organisationId, (all, now) => recordProviderState(all, state, now))
}

/**
 * Decides on an organisation's subscriptions and keeps the decision, again and again until nothing
 * else was kept in between. @returns the subscriptions as they are afterwards.
 */
async function change(
  { store, clock, wakeCancellations }: Services,
  organisationId: string,
  decide: (subscriptions: readonly Subscription[], now: Date) => Changes,
): Promise<Subscription[]> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { version, subscriptions } = await store.findBilling(organisationId)
    const changes = decide(subscriptions, clock())
    if (changes.subscriptions.length === 0) return subscriptions
    const { subscriptions: changed, cancellations } = changes
    if (await store.saveSubscriptions(organisationId, version, changed, cancellations)) {
      if (cancellations.length > 0) await wakeCancellations()
      const byId = new Map(changed.map((entry) => [entry.id, entry]))
      return subscriptions.map((entry) => byId.get(entry.id) ?? entry)
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
  }
  throw new Error("An organisation's subscriptions change too often to keep a change")
}

async function askProvider<Result>(
  { log }: Services,
  what: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    log.error(what, { reason: error.reason, error: error.message })
    throw error.reason === 'unreachable'
      ? new HttpError(
          503,
          "The payment provider can't be reached. Nothing was changed. Please try again.",
        )
      : new HttpError(502, 'The payment provider refused. Nothing was changed.')
  }
}
