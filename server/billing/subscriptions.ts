import type { Caller } from '../api/caller'
import type { Services } from '../api/services'
import { second } from '../lib/time'
import { type Acting, byProvider } from '../people/author'
import type { Organisation } from '../people/tables'
import { CallerRefused, type ChangeStore, oneOf } from '../store/change'
import type { Entry } from '../store/entry'
import { afterCheckouts } from './checkout/checkouts'
import { requireExpectedPlan } from './expected-plan'
import {
  type ChangingServices,
  changeSubscriptions,
  type Occasion,
} from './save-subscription-changes'
import { type Billing, type PlanPeriod, planStates } from './subscription'
import {
  type Clocks,
  historyOf,
  isSettled,
  type ProviderUpdate,
  recordEnd,
  recordProviderUpdate,
} from './subscription-changes'
import type { Subscription } from './tables'

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
  acting: Acting,
  expectedId?: string,
): Promise<void> {
  const live = await services.store.one('subscriptions', {
    organisationId: organisation.id,
    state: 'live',
  })
  if (live) {
    await changeSubscriptions(services, live, acting, ({ subscriptions }, now) => {
      // It may have been replaced since; one that has ended needs no end.
      const present = subscriptions.find(({ state }) => state === 'live')
      if (present) requireExpectedPlan(present, expectedId)
      return recordEnd(subscriptions, live.id, now.provider, now)
    })
  }
  await services.work.runNow('cancellations', organisation.id, cancelTimeout)
  services.work.wake()
}

/**
 * @returns all past and present plans of the organisation, the newest first.
 * @throws CallerRefused if the caller is signed out, or an admin no longer, by the time they are known.
 */
export async function listActivity(services: Services, caller: Caller): Promise<PlanPeriod[]> {
  // As the profile does, so that both answers agree when they are requested together.
  const { user } = await afterCheckouts(services, caller)
  if (!user.isAdmin) throw new CallerRefused('not-admin')
  return await planHistory(services.store, caller.organisation.id)
}

/** @returns every plan of an organisation, the one that began last first. */
export async function planHistory(
  store: Pick<ChangeStore, 'all'>,
  organisationId: string,
): Promise<PlanPeriod[]> {
  // Unpaid ones, of which there may be thousands, aren't even scanned.
  const plans = await store.all('subscriptions', { organisationId, state: oneOf(planStates) })
  return historyOf(plans)
    .reverse()
    .map(({ plan, state, startedAt, endedAt }) => ({
      planName: plan.name,
      state,
      startedAt,
      endedAt,
    }))
}

/**
 * Applies the provider's report of an organisation's subscription.
 * @param origin the source of the report.
 * @param occasion is saved with it, whatever it changes.
 * @returns whether the subscription is settled: ended, with no open question.
 */
export async function applyProviderUpdate(
  services: Services,
  subscription: Subscription,
  update: ProviderUpdate,
  origin: Entry['origin'],
  occasion: Occasion | null = null,
): Promise<boolean> {
  const decide = (billing: Billing, now: Clocks) => ({
    ...recordProviderUpdate(billing, update, now),
    isSettled: isSettled(billing, update),
  })
  const acting = { by: byProvider(origin), cause: 'provider' } as const
  const { payments } = update
  const { decided } = await changeSubscriptions(
    services,
    subscription,
    acting,
    decide,
    payments,
    occasion,
  )
  return decided?.isSettled ?? false
}
