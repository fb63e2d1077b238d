import { mutationOptions } from '@tanstack/react-query'
import { profileQuery } from '../../profile/queries'
import { currentPlanOf, isSamePlan, subscribedPlanOf } from '../current-plan'
import { refetchSubscription, showNewPlan } from '../mutations'
import { type SubscribeInput, subscribe } from './subscribe'

/** Subscribes to a plan, checkout included. Done when the server has said so (D59). */
export const subscribeMutation = mutationOptions({
  mutationKey: ['subscribe'],
  mutationFn: (input: SubscribeInput) => subscribe(input),
  onSuccess: async (outcome, { plan, price }, _result, { client }) => {
    if (outcome === 'dismissed') return
    // Somebody may have looked since it was paid for: then it shows already, with its history.
    const shown = currentPlanOf(client.getQueryData(profileQuery.queryKey))
    if (isSamePlan(plan, shown)) refetchSubscription(client)
    else await showNewPlan(client, subscribedPlanOf(plan, price.currency))
  },
  onError: (error, _input, _result, { client }) => {
    console.error(error.message, error.cause)
    // No answer doesn't mean that nothing has happened.
    refetchSubscription(client)
  },
})
