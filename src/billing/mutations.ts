import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { SubscribedPlan, SubscriptionActivityRow } from '../../contract/billing'
import type { RequestOf } from '../../contract/calls'
import type { Profile } from '../../contract/profile'
import { call } from '../api/call'
import { ApiError } from '../api/errors'
import { now } from '../lib/server-clock'
import { profileQuery } from '../profile/queries'
import { settings } from '../settings'
import { teamQuery } from '../team/queries'
import { activityQuery } from './queries'
import { currentPlanOf } from './subscribed-plan'

/** The queries that change with a subscription. The team's answer has the seats. */
const changed = [profileQuery.queryKey, activityQuery.queryKey, teamQuery.queryKey]

/** Refetches the plan and its history in the background, even where no screen shows them (D59). */
export function refetchSubscription(client: QueryClient): void {
  for (const queryKey of changed) void client.invalidateQueries({ queryKey, refetchType: 'all' })
}

/** Refetches what a call has changed. @returns the plan afterwards; null if it has ended or was replaced. */
export async function refetchPlan(
  client: QueryClient,
  plan: SubscribedPlan,
): Promise<SubscribedPlan | null> {
  await client.refetchQueries({ queryKey: profileQuery.queryKey }, { throwOnError: true })
  refetchSubscription(client)
  const present = currentPlanOf(client.getQueryData(profileQuery.queryKey))
  return present?.subscription_id === plan.subscription_id ? present : null
}

/**
 * Writes the plan that the server answered into the cache, before the refetch. Cancels pending queries, which
 * would bring back the old plan.
 * @param plan the new plan, or null for none.
 */
export async function showNewPlan(client: QueryClient, plan: SubscribedPlan | null): Promise<void> {
  await Promise.all(changed.map((queryKey) => client.cancelQueries({ queryKey })))
  client.setQueryData(profileQuery.queryKey, (profile) => profile && withPlan(profile, plan))
  client.setQueryData(activityQuery.queryKey, (rows) => rows && withNewPlan(rows, plan))
  refetchSubscription(client)
}

export function withPlan<P extends Profile>(profile: P, plan: SubscribedPlan | null): P {
  const organization = { ...profile.organization, subscription_plan: plan }
  return { ...profile, is_subscribed: plan !== null, organization }
}

/** Returns the history after a change: the active row ends as cancelled or upgraded. */
function withNewPlan(
  rows: readonly SubscriptionActivityRow[],
  plan: SubscribedPlan | null,
): SubscriptionActivityRow[] {
  const at = new Date(now()).toISOString()
  const ended = rows.map((row) =>
    row.status ? { ...row, status: false, upgrade_status: plan !== null, end_date: at } : row,
  )
  if (!plan) return ended
  const interval = settings.isOurServer ? plan.interval : undefined
  const added = { plan_name: plan.name, interval, status: true, upgrade_status: false }
  return [{ ...added, start_date: at, end_date: null }, ...ended]
}

/** @returns the request for an action on the plan that the page shows. Our own server gets its id (D43, D146). */
export function requestFor({ subscription_id }: SubscribedPlan): RequestOf<'cancelSubscription'> {
  return settings.isOurServer ? { subscription_id } : {}
}

/** Whether an action was refused because the plan on the page is no longer the organisation's plan. */
export function isAboutOtherPlan(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 409) return false
  const { subscription_id, replaced_subscription_id } = error.fields ?? {}
  return (subscription_id ?? replaced_subscription_id) !== undefined
}

/** Cancels the organisation's plan. Finishes with the server's answer. */
export const cancelMutation = mutationOptions({
  mutationKey: ['cancel-subscription'],
  mutationFn: async (plan: SubscribedPlan) => {
    await call('cancelSubscription', requestFor(plan))
  },
  onSuccess: (_answer, _plan, _result, { client }) => showNewPlan(client, null),
  onError: (error, _plan, _result, { client }) => {
    console.error('Cancelling the subscription failed', error)
    refetchSubscription(client)
  },
})
