import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { SubscribedPlan } from '../../contract/billing'
import { call } from '../api/later-call'
import { profileQuery } from '../profile/queries'
import { activityQuery } from './queries'

/** What subscribing and cancelling change. Also what no screen shows now: the next one will. */
export async function refetchSubscription(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: profileQuery.queryKey, refetchType: 'all' }),
    client.invalidateQueries({ queryKey: activityQuery.queryKey, refetchType: 'all' }),
  ])
}

/** Cancels the organisation's plan. Done when the new state of things is there. */
export const cancelMutation = mutationOptions({
  mutationKey: ['cancel-subscription'],
  /** The plan is for the screen, which goes on showing it until it is gone. */
  mutationFn: async (_plan: SubscribedPlan) => {
    await call('cancelSubscription')
  },
  onSuccess: (_answer, _plan, _result, { client }) => refetchSubscription(client),
  onError: (error, _plan, _result, { client }) => {
    console.error('Cancelling the subscription failed', error)
    void refetchSubscription(client)
  },
})
