import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { SubscribedPlan, SubscriptionActivityRow } from '../../contract/billing'
import { call } from '../api/call'
import { profileQuery } from '../profile/queries'
import { activityQuery } from './queries'

/** What subscribing and cancelling change. Also what no screen shows now: the next one will. */
const changed = [profileQuery.queryKey, activityQuery.queryKey]

/** Asks again what the organisation is on and has had. Nobody waits for it (D59). */
export function refetchSubscription(client: QueryClient): void {
  for (const queryKey of changed) void client.invalidateQueries({ queryKey, refetchType: 'all' })
}

/**
 * Shows what an answer has made sure of before anything else is asked (D59). What was asked before it
 * came is called off: that would bring back what was.
 * @param plan what the organisation is on from now on; null: nothing.
 */
export async function showNewPlan(client: QueryClient, plan: SubscribedPlan | null): Promise<void> {
  await Promise.all(changed.map((queryKey) => client.cancelQueries({ queryKey })))
  client.setQueryData(
    profileQuery.queryKey,
    (profile) =>
      profile && {
        ...profile,
        is_subscribed: plan !== null,
        organization: { ...profile.organization, subscription_plan: plan },
      },
  )
  client.setQueryData(activityQuery.queryKey, (rows) => rows && withNewPlan(rows, plan))
  refetchSubscription(client)
}

/** The history once the plan has changed: what was active has ended, as a cancellation or an upgrade. */
function withNewPlan(
  rows: readonly SubscriptionActivityRow[],
  plan: SubscribedPlan | null,
): SubscriptionActivityRow[] {
  const now = new Date().toISOString()
  const ended = rows.map((row) =>
    row.status ? { ...row, status: false, upgrade_status: plan !== null, end_date: now } : row,
  )
  if (!plan) return ended
  const added = { plan_name: plan.name, status: true, upgrade_status: false }
  return [{ ...added, start_date: now, end_date: null }, ...ended]
}

/** Cancels the organisation's plan. Done when the server has said so (D59). */
export const cancelMutation = mutationOptions({
  mutationKey: ['cancel-subscription'],
  /** The plan is for the screen, which goes on showing it until it is gone. */
  mutationFn: async (_plan: SubscribedPlan) => {
    await call('cancelSubscription')
  },
  onSuccess: (_answer, _plan, _result, { client }) => showNewPlan(client, null),
  onError: (error, _plan, _result, { client }) => {
    console.error('Cancelling the subscription failed', error)
    refetchSubscription(client)
  },
})
