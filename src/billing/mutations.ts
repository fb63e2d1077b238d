import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { SubscribedPlan, SubscriptionActivityRow } from '../../contract/billing'
import type { Profile } from '../../contract/profile'
import { call } from '../api/call'
import { now } from '../lib/server-clock'
import { profileQuery } from '../profile/queries'
import { activityQuery } from './queries'

/** The queries that subscribing and cancelling change. */
const changed = [profileQuery.queryKey, activityQuery.queryKey]

/** Refetches the plan and its history, also for screens that don't show, in the background (D59). */
export function refetchSubscription(client: QueryClient): void {
  for (const queryKey of changed) void client.invalidateQueries({ queryKey, refetchType: 'all' })
}

/**
 * Writes an answer into the cache before the refetch (D59). Cancels earlier queries, which would bring back the
 * old plan.
 * @param plan the new plan; null: none.
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

/** The history after a change: ends the active row as cancelled or upgraded. */
function withNewPlan(
  rows: readonly SubscriptionActivityRow[],
  plan: SubscribedPlan | null,
): SubscriptionActivityRow[] {
  const at = new Date(now()).toISOString()
  const ended = rows.map((row) =>
    row.status ? { ...row, status: false, upgrade_status: plan !== null, end_date: at } : row,
  )
  if (!plan) return ended
  const added = { plan_name: plan.name, status: true, upgrade_status: false }
  return [{ ...added, start_date: at, end_date: null }, ...ended]
}

/** Cancels the organisation's plan. Done with the server's answer (D59). */
export const cancelMutation = mutationOptions({
  mutationKey: ['cancel-subscription'],
  /** The plan is for the screen, which shows it until it is cancelled. */
  mutationFn: async (_plan: SubscribedPlan) => {
    await call('cancelSubscription')
  },
  onSuccess: (_answer, _plan, _result, { client }) => showNewPlan(client, null),
  onError: (error, _plan, _result, { client }) => {
    console.error('Cancelling the subscription failed', error)
    refetchSubscription(client)
  },
})
