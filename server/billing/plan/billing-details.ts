import type { SubscribedPlan } from '../../../contract/billing'
import type { Caller } from '../../api/caller'
import { HttpError } from '../../api/http-error'
import type { Network } from '../../api/networks'
import { PaymentsError, type SignedPayment } from '../../api/payments'
import type { Services } from '../../api/services'
import { second, withTimeout } from '../../lib/time'
import { byUser } from '../../people/author'
import type { Organisation } from '../../people/tables'
import type { Author } from '../../store/entry'
import { askProvider } from '../ask-provider'
import { type Billing, type Clocks, recordEnd, recordRenewal } from '../decide'
import { requireExpectedPlan } from '../expected-plan'
import { wakingReceipts } from '../postpone'
import type { ChangingServices } from '../save'
import { applyProviderUpdate, changeSubscriptions } from '../save'
import type { Subscription } from '../tables'
import {
  canBeKept,
  failureOf,
  paysOn,
  renewalOf,
  stoppableAt,
  unchargedEnd,
  undoneUntil,
  unpaidPeriodOf,
  withMethod,
} from './renewals'

/*
 * An admin's view (D81) of the plan's renewal, and the actions on it.
 */

/** How long checking a payment waits for the provider, in ms. */
const checkTimeout = 5 * second

const noPlanText = 'Your organisation has no plan.'

/**
 * @param isEnding whether the organisation is to be deleted: then a stopped plan is kept with it (D140).
 * @param now by the provider's clock.
 * @returns the billing fields of an admin's profile, as far as known.
 */
export function billingDetailsOf(
  { id, renewal }: NonNullable<Caller['live']>,
  isEnding: boolean,
  { haltedPlanDays, withoutPlan }: Pick<Services, 'haltedPlanDays' | 'withoutPlan'>,
  now: Date,
): Partial<SubscribedPlan> {
  const kept = { renewal }
  const { charges, stopsAt, announcedEnd, payer } = renewalOf(kept)
  if (!charges) return { subscription_id: id }
  const { periodStart, periodEnd, nextChargeAt, method } = charges
  // A stopped plan has no further charge, so none has failed.
  const state = stopsAt ? 'paid' : charges.state
  const failure = stopsAt ? null : failureOf(charges)
  const unpaid = unpaidPeriodOf(kept)
  const isPaidFor = (state === 'paid' || state === 'paused') && !unpaid
  const givenUpAt = state === 'authorised' ? announcedEnd : unchargedEnd(kept, haltedPlanDays)
  const undoUntil = undoneUntil(stoppableAt(kept, now))
  const times: { [Name in keyof SubscribedPlan]?: Date | null | undefined } = {
    period_start: periodStart,
    renews_at: state === 'paid' && !stopsAt ? nextChargeAt : null,
    ends_at: stopsAt ?? givenUpAt,
    can_be_kept_until: canBeKept(kept, now) && !isEnding ? undoneUntil(stopsAt) : null,
    undo_until: undoUntil && undoUntil > now ? undoUntil : null,
    failed_at: failure?.at,
    next_try_at: failure?.tries.find((time) => time > now),
    tried_until: failure?.tries.at(-1),
    paid_until: isPaidFor ? periodEnd : null,
    unpaid_from: unpaid?.from,
    unpaid_until: unpaid?.until,
  }
  const known = Object.entries(times).flatMap(([name, time]) =>
    time ? [[name, time.toISOString()]] : [],
  )
  return {
    subscription_id: id,
    payment_state: state,
    ...Object.fromEntries(known),
    ...(method && {
      payment_method: {
        kind: method.kind,
        network: method.network,
        last_digits: method.lastDigits,
      },
    }),
    ...(payer && paysOn({ renewal }) && { payer_id: payer.userId }),
    limits_without_plan: withoutPlan,
  }
}

/**
 * Stops the plan's renewal: it ends with its period. Only Orglens knows, so it can be undone. Idempotent.
 * @param expectedId the subscription that is meant. Undefined: whichever plan there is.
 * @throws HttpError 409 without a plan, for another one, or if it isn't paid or its period is unknown.
 */
export async function stopRenewing(
  services: Services,
  organisation: Organisation,
  by: Author,
  expectedId?: string,
): Promise<void> {
  const live = await requirePlan(services, organisation, expectedId)
  await changeSubscriptions(services, live, by, ({ subscriptions }, now) => {
    const subscription = requireLive(subscriptions, live.id)
    const renewal = renewalOf(subscription)
    if (renewal.stopsAt) return recordRenewal(subscription, renewal)
    const stopsAt = stoppableAt(subscription, now.provider)
    if (!stopsAt) {
      throw new HttpError(
        409,
        "The renewal can't be stopped now: the payment provider hasn't confirmed that the current period is paid. Please try again later.",
      )
    }
    return recordRenewal(subscription, { ...renewal, stopsAt, announcedEnd: null })
  })
  services.work.wake()
}

/**
 * Undoes stopping the renewal. Idempotent.
 * @param expectedId the subscription that is meant. Undefined: whichever plan there is.
 * @throws HttpError 409 without a plan, for another one, once the provider was told, where it can't be undone, or while the
 *   organisation is to be deleted (D140).
 */
export async function keepRenewing(
  services: Services,
  organisation: Organisation,
  by: Author,
  expectedId?: string,
): Promise<void> {
  const live = await requirePlan(services, organisation, expectedId)
  await changeSubscriptions(services, live, by, ({ subscriptions, deletion }, now) => {
    const subscription = requireLive(subscriptions, live.id)
    const renewal = renewalOf(subscription)
    if (deletion) throw new HttpError(409, 'Your organisation is to be deleted. Keep it first.')
    if (!renewal.stopsAt) return recordRenewal(subscription, renewal)
    if (!canBeKept(subscription, now.provider)) {
      throw new HttpError(
        409,
        "Your plan can't be kept any more: the payment provider was told that it ends. You can subscribe again when it has ended.",
      )
    }
    return recordRenewal(subscription, { ...renewal, stopsAt: null, announcedEnd: null })
  })
  services.work.wake()
}

/**
 * Asks the provider now for the state of the plan's charges.
 * @param expectedId the subscription that is meant. Undefined: whichever plan there is.
 * @throws HttpError 409 without a plan, or for another one; 503 or 502 if the provider doesn't answer.
 */
export async function checkPayment(
  services: Services,
  organisation: Organisation,
  expectedId?: string,
): Promise<void> {
  const live = await requirePlan(services, organisation, expectedId)
  const tooLate = new HttpError(
    503,
    "The payment provider didn't answer in time. Nothing was changed. Please try again.",
  )
  const answer = await withTimeout(
    askProvider(() => services.payments.fetchSubscription(live.id)),
    checkTimeout,
    null,
  )
  if (!answer) throw tooLate
  const update = { subscription: answer, payments: [], hasAllPayments: false }
  await applyProviderUpdate(services, live, update, 'poll')
  services.work.wake()
}

/**
 * Records that somebody has changed the payment method in checkout, and asks the provider for the plan's state, because
 * a pending charge is paid at once (D110). Idempotent.
 * @param payment the proof that checkout gave them.
 * @throws HttpError 409 without a plan, or for another one; 400 for a wrong signature; 503 if the provider doesn't tell
 * the state: the change is recorded all the same.
 */
export async function changePaymentMethod(
  services: Services,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
  network: Network,
  payment: SignedPayment,
): Promise<void> {
  const { payments } = services
  const live = await requirePlan(services, organisation)
  if (live.id !== payment.subscriptionId) {
    throw new HttpError(
      409,
      'This payment method is for a plan that your organisation no longer has.',
      { code: 'plan_changed' },
    )
  }
  // Verify over our stored id, not the one in the request.
  if (!(await payments.verifyPayment({ ...payment, subscriptionId: live.id }))) {
    throw new HttpError(400, 'The signature of this payment method is wrong.')
  }
  const [report, details] = await Promise.all([
    answerOrNull(payments.fetchSubscription(live.id)),
    answerOrNull(payments.fetchPaymentDetails(payment.paymentId)),
  ])
  // It was changed at the provider, whoever is gone.
  const by = byUser(user, network)
  const decide = ({ subscriptions }: Billing, now: Clocks) => {
    const kept = requireLive(subscriptions, live.id)
    const at = details?.madeAt ?? now.provider
    const payer = { userId: user.id, at, paymentId: payment.paymentId }
    const paid = withMethod(kept, payer, details?.method ?? null)
    return { subscriptions: paid === kept ? [] : [paid], refunds: [] }
  }
  await changeSubscriptions(services, live, by, decide, {
    occasion: {
      news: async (_read, { id }, now) => ({
        writes: wakingReceipts([id], now.ours),
        entries: [],
      }),
    },
  })
  // What follows is the provider's doing.
  if (report) {
    const update = { subscription: report, payments: [], hasAllPayments: false }
    await applyProviderUpdate(services, live, update, 'poll')
  }
  services.work.wake()
  if (!report) {
    throw new HttpError(
      503,
      "The payment method was changed, but the payment provider didn't say whether a payment has arrived.",
    )
  }
}

/** @returns the provider's answer; null if it fails or is too late. */
async function answerOrNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  const answer = asked.catch((error: unknown) => {
    if (error instanceof PaymentsError) return null
    throw error
  })
  return await withTimeout(answer, checkTimeout, null)
}

/** @throws HttpError 409 without a plan, or if it isn't the expected one. */
async function requirePlan(
  { store }: Pick<Services, 'store'>,
  { id }: Organisation,
  expectedId?: string,
): Promise<Subscription> {
  const live = await store.one('subscriptions', { organisationId: id, state: 'live' })
  if (!live) throw new HttpError(409, noPlanText, { code: 'plan_changed' })
  requireExpectedPlan(live, expectedId)
  return live
}

/** The plan may have ended since, or been replaced. @throws HttpError 409 then. */
function requireLive(subscriptions: readonly Subscription[], id: string): Subscription {
  const live = subscriptions.find(({ state }) => state === 'live')
  if (!live) throw new HttpError(409, noPlanText, { code: 'plan_changed' })
  requireExpectedPlan(live, id)
  return live
}

/** How long cancelling waits for the provider's confirmation, in ms (D46). */
const cancelTimeout = 5 * second

/**
 * Ends the organisation's plan now. The same change records that the provider must be told. The
 * provider is told at once, and again until it confirms, even if nobody waits for that any more
 * (D46). Without a plan, nothing happens.
 * @param expectedId the subscription that is meant. Undefined: whichever plan there is.
 * @throws FieldsError 409 if the plan is another one.
 */
export async function cancelSubscription(
  services: ChangingServices & Pick<Services, 'work'>,
  organisation: Organisation,
  by: Author,
  expectedId?: string,
): Promise<void> {
  const live = await services.store.one('subscriptions', {
    organisationId: organisation.id,
    state: 'live',
  })
  if (live) {
    await changeSubscriptions(services, live, by, ({ subscriptions }, now) => {
      // It may have been replaced since; one that has ended needs no end.
      const present = subscriptions.find(({ state }) => state === 'live')
      if (present) requireExpectedPlan(present, expectedId)
      return recordEnd(subscriptions, live.id, now.provider, now)
    })
  }
  await services.work.runNow('cancellations', organisation.id, cancelTimeout)
  services.work.wake()
}
