import { mutationOptions } from '@tanstack/react-query'
import { refetchSubscription } from '../mutations'
import { type SubscribeInput, subscribe } from './subscribe'

/** Subscribes to a plan, checkout included. Done when the new state of things is there. */
export const subscribeMutation = mutationOptions({
  mutationKey: ['subscribe'],
  mutationFn: (input: SubscribeInput) => subscribe(input),
  onSuccess: async (outcome, _input, _result, { client }) => {
    if (outcome === 'subscribed') await refetchSubscription(client)
  },
  onError: (error, _input, _result, { client }) => {
    console.error(error.message, error.cause)
    // No answer doesn't mean that nothing has happened.
    void refetchSubscription(client)
  },
})
