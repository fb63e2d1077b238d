import { mutationOptions } from '@tanstack/react-query'
import { profileQuery } from '../../profile/queries'
import { currentPlanOf, isSamePlan, subscribedPlanOf } from '../current-plan'
import { refetchSubscription, showNewPlan } from '../mutations'
import { type SubscribeInput, subscribe } from './subscribe'

/** Subscribes to a plan, including checkout. Done with the server's answer (D59). */
export const subscribeMutation = mutationOptions({
  mutationKey: ['subscribe'],
  mutationFn: (input: SubscribeInput) => subscribe(input),
  onSuccess: async (outcome, { plan, price }, _result, { client }) => {
    if (outcome === 'dismissed') return
    // A refetch since the payment may show the plan already, with its history.
    const shown = currentPlanOf(client.getQueryData(profileQuery.queryKey))
    if (isSamePlan(plan, shown)) refetchSubscription(client)
    else await showNewPlan(client, subscribedPlanOf(plan, price.currency))
  },
  onError: (error, _input, _result, { client }) => {
    console.error(error.message, error.cause)
    // It may have worked even without an answer.
    refetchSubscription(client)
  },
})
