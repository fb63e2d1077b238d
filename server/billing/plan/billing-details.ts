import type { SubscribedPlan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import type { Caller } from '../../api/caller'
import { HttpError } from '../../api/http-error'
import type { Network } from '../../api/networks'
import type { SignedPayment } from '../../api/payments'
import type { Services } from '../../api/services'
import { minute, monthsAfter, second, withTimeout } from '../../lib/time'
import { byUser } from '../../people/author'
import type { Organisation } from '../../people/tables'
import type { Author } from '../../store/entry'
import { askProvider } from '../ask-provider'
import { type Billing, type Clocks, recordEnd, recordRenewal } from '../decide'
import { requireExpectedPlan } from '../expected-plan'
import {
  answerOrNull,
  applyProviderUpdate,
  type ChangingServices,
  changeSubscriptions,
} from '../save'
import type { Renewal, Subscription } from '../tables'
import {
  canBeKept,
  failureOf,
  isChargedAgain,
  isYearUnpaid,
  renewalOf,
  stoppableAt,
  unchargedEnd,
  undoneUntil,
  unpaidPeriodOf,
  withMethod,
} from './renewals'

/*
 * The renewal of a plan, as admins see it, and their actions on it (D81).
 */

/** The timeout of checking a payment, in ms. */
const checkTimeout = 5 * second

/**
 * Returns the billing fields of an admin's profile, as far as they are known.
 * @param isEnding whether the organisation is to be deleted. Keeping it also keeps a stopped plan (D140).
 * @param now by the provider's clock.
 */
export function billingDetailsOf(
  { id, plan, renewal }: NonNullable<Caller['live']>,
  isEnding: boolean,
  { haltedPlanDays, withoutPlan }: Pick<Services, 'haltedPlanDays' | 'withoutPlan'>,
  now: Date,
): Partial<SubscribedPlan> {
  const live = { renewal }
  const { charges, stopsAt, announcedEnd, payer } = renewalOf(live)
  if (!charges) return { subscription_id: id }
  const { periodStart, periodEnd, nextChargeAt, method } = charges
  // A failed charge of a stopped plan doesn't matter: there is no further charge.
  // The provider may have resumed a plan whose year isn't paid. Here it stays given up.
  const state = stopsAt ? 'paid' : isYearUnpaid({ plan, renewal }) ? 'halted' : charges.state
  const failure = stopsAt ? null : failureOf(charges)
  const unpaid = unpaidPeriodOf(live)
  const isPaidFor = (state === 'paid' || state === 'paused') && !unpaid
  const givenUpAt = state === 'authorised' ? announcedEnd : unchargedEnd(live, haltedPlanDays)
  const undoUntil = undoneUntil(stoppableAt(live, now))
  const times: { [Name in keyof SubscribedPlan]?: Date | null | undefined } = {
    period_start: periodStart,
    renews_at: state === 'paid' && !stopsAt ? nextChargeAt : null,
    ends_at: stopsAt ?? givenUpAt,
    can_be_kept_until: canBeKept(live, now) && !isEnding ? undoneUntil(stopsAt) : null,
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
    ...(payer && isChargedAgain(live) && { payer_id: payer.userId }),
    limits_without_plan: withoutPlan,
  }
}

/** Milliseconds. Offsets of time zones are multiples of it, so days stay what they are. */
const quarter = 15 * minute

/**
 * @param now by the provider's clock. It counts by quarters of an hour, so that a profile doesn't change with each call.
 * @returns when a plan that is bought now is charged next, by its interval.
 */
export function nextChargesOf(now: Date): NonNullable<Profile['next_charges']> {
  const bought = new Date(now.getTime() - (now.getTime() % quarter))
  return {
    monthly: monthsAfter(bought, 1).toISOString(),
    yearly: monthsAfter(bought, 12).toISOString(),
  }
}

/**
 * Stops the plan's renewal, so that it ends with its period. The provider isn't told yet, so this can be undone. Idempotent.
 * @param expectedId the expected subscription. Undefined: any.
 * @throws HttpError 409 without a plan, for another plan, or if the plan isn't paid or its period is unknown.
 */
export async function stopRenewing(
  services: Services,
  organisation: Organisation,
  author: Author,
  expectedId?: string,
): Promise<void> {
  await changeRenewal(services, organisation, author, expectedId, (subscription, now) => {
    if (renewalOf(subscription).stopsAt) return {}
    const stopsAt = isYearUnpaid(subscription) ? null : stoppableAt(subscription, now)
    if (!stopsAt) {
      throw new HttpError(
        409,
        "The renewal can't be stopped now: the payment provider hasn't confirmed that the current period is paid. Please try again later.",
      )
    }
    return { stopsAt }
  })
}

/**
 * Undoes stopping the renewal. Idempotent.
 * @param expectedId the expected subscription. Undefined: any.
 * @throws HttpError 409 without a plan, for another plan, after the provider was told, or during the organisation's
 * deletion.
 */
export async function keepRenewing(
  services: Services,
  organisation: Organisation,
  author: Author,
  expectedId?: string,
): Promise<void> {
  await changeRenewal(services, organisation, author, expectedId, (subscription, now, billing) => {
    if (billing.deletion) {
      throw new HttpError(409, 'Your organisation will be deleted. Keep it first.')
    }
    if (!renewalOf(subscription).stopsAt) return {}
    if (!canBeKept(subscription, now)) {
      throw new HttpError(
        409,
        "Your plan can't be kept any more: the payment provider was told that it ends. You can subscribe again when it has ended.",
      )
    }
    return { stopsAt: null, announcedEnd: null }
  })
}

/** @param decide returns what changes of the renewal. Its `now` is by the provider's clock. */
async function changeRenewal(
  services: Services,
  organisation: Organisation,
  author: Author,
  expectedId: string | undefined,
  decide: (subscription: Subscription, now: Date, billing: Billing) => Partial<Renewal>,
): Promise<void> {
  const live = await requirePlan(services, organisation, expectedId)
  await changeSubscriptions(services, live, author, (billing, now) => {
    const subscription = requireLive(billing.subscriptions, live.id)
    const changes = decide(subscription, now.provider, billing)
    return recordRenewal(subscription, { ...renewalOf(subscription), ...changes })
  })
  services.work.wake()
}

/**
 * Asks the provider for the state of the plan's charges.
 * @param expectedId the expected subscription. Undefined: any.
 * @throws HttpError 409 without a plan, or for another plan; 503 or 502 if the provider doesn't answer.
 */
export async function checkPayment(
  services: Services,
  organisation: Organisation,
  expectedId?: string,
): Promise<void> {
  const live = await requirePlan(services, organisation, expectedId)
  const answer = await withTimeout(
    askProvider(() => services.payments.fetchSubscription(live.id)),
    checkTimeout,
    null,
  )
  if (!answer) {
    throw new HttpError(
      503,
      "The payment provider didn't answer in time. Nothing was changed. Please try again.",
    )
  }
  await applyProviderUpdate(services, live, { subscription: answer }, 'poll')
  services.work.wake()
}

/**
 * Records a payment method that the user has changed in checkout. Then asks the provider for the plan's state, because it
 * charges a pending payment at once (D110). Idempotent.
 * @param payment the proof from checkout.
 * @throws HttpError 409 without a plan, for another plan, or if its year isn't paid; 400 for a wrong signature; 503 if the provider doesn't report
 *   the state. In the last case the change is recorded nevertheless.
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
  if (isYearUnpaid(live)) {
    throw new HttpError(
      409,
      "Another card doesn't resume a plan whose year isn't paid. To keep the plan, subscribe again.",
    )
  }
  // Verify over our stored id, not the one in the request.
  if (!(await payments.verifyPayment({ ...payment, subscriptionId: live.id }))) {
    throw new HttpError(400, 'The signature of this payment method is wrong.')
  }
  const [report, details] = await Promise.all([
    answerOrNull(payments.fetchSubscription(live.id), checkTimeout),
    answerOrNull(payments.fetchPaymentDetails(payment.paymentId), checkTimeout),
  ])
  const author = byUser(user, network)
  const decide = ({ subscriptions }: Billing, now: Clocks) => {
    const before = requireLive(subscriptions, live.id)
    const at = details?.madeAt ?? now.provider
    const payer = { userId: user.id, at, paymentId: payment.paymentId }
    const after = withMethod(before, payer, details?.method ?? null)
    return { subscriptions: after === before ? [] : [after], refunds: [] }
  }
  await changeSubscriptions(services, live, author, decide)
  if (report) await applyProviderUpdate(services, live, { subscription: report }, 'poll')
  services.work.wake()
  if (!report) {
    throw new HttpError(
      503,
      "The payment method was changed, but the payment provider didn't say whether a payment has arrived.",
    )
  }
}

/** @returns the organisation's plan. @throws HttpError 409 without a plan, or for another plan than the expected one. */
async function requirePlan(
  { store }: Pick<Services, 'store'>,
  { id }: Organisation,
  expectedId?: string,
): Promise<Subscription> {
  const live = await store.one('subscriptions', { organisationId: id, state: 'live' })
  return requireLive(live ? [live] : [], expectedId)
}

/** @returns the live one of an organisation's subscriptions. @throws HttpError 409 as `requirePlan`. */
function requireLive(subscriptions: readonly Subscription[], expectedId?: string): Subscription {
  const live = subscriptions.find(({ state }) => state === 'live')
  if (!live) throw new HttpError(409, 'Your organisation has no plan.', { code: 'plan_changed' })
  requireExpectedPlan(live, expectedId)
  return live
}

/** The time for which cancelling waits for the provider's confirmation, in ms (D46). */
const cancelTimeout = 5 * second

/**
 * Ends the organisation's plan now. Without a plan, nothing happens. The same change records that the provider must be told,
 * and a job tells it until it confirms.
 * @param expectedId the expected subscription. Undefined: any.
 * @throws FieldsError 409 for another plan.
 */
export async function cancelSubscription(
  services: ChangingServices & Pick<Services, 'work'>,
  organisation: Organisation,
  author: Author,
  expectedId?: string,
): Promise<void> {
  const live = await services.store.one('subscriptions', {
    organisationId: organisation.id,
    state: 'live',
  })
  if (live) {
    await changeSubscriptions(services, live, author, ({ subscriptions }, now) => {
      // The plan may have been replaced, or have ended, meanwhile.
      const present = subscriptions.find(({ state }) => state === 'live')
      if (present) requireExpectedPlan(present, expectedId)
      return recordEnd(subscriptions, live.id, now.provider, now)
    })
  }
  await services.work.runNow('cancellations', organisation.id, cancelTimeout)
  services.work.wake()
}
