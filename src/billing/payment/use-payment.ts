import { mutationOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubscribedPlan } from '../../../contract/billing'
import { call } from '../../api/call'
import { followingServerText } from '../../api/errors'
import { showToast } from '../../ui/toasts/toast'
import { isAboutOtherPlan, refetchPlan, refetchSubscription, requestFor } from '../mutations'

const checkMutation = mutationOptions({
  mutationKey: ['payment', 'check'],
  async mutationFn(plan: SubscribedPlan, { client }) {
    await call('checkPayment', requestFor(plan))
    return (await refetchPlan(client, plan))?.payment_state
  },
  onSuccess(state, plan) {
    if (state === 'paid') showToast('success', 'The payment has arrived.')
    else if (state === plan.payment_state) {
      showToast('info', 'We’ve just checked: nothing has changed.')
    }
  },
  onError(error, _plan, _result, { client }) {
    console.error('Checking the payment failed', error)
    const text = isAboutOtherPlan(error)
      ? 'The payment was not checked.'
      : 'The payment could not be checked. Please try again.'
    showToast('error', text, followingServerText(error))
    refetchSubscription(client)
  },
})

export const checkoutFailureText =
  'Checkout could not be opened. Nothing was changed. Please try again.'

const changeMutation = mutationOptions({
  mutationKey: ['payment', 'change-method'],
  async mutationFn(plan: SubscribedPlan, { client }) {
    // Loads late, because few people change how they pay.
    const { changeInCheckout } = await import('./change-in-checkout')
    await changeInCheckout(client, plan)
  },
  onError(error) {
    console.error('Changing the payment method failed', error)
    showToast('error', checkoutFailureText)
  },
})

/**
 * Checks the payment at the provider, or changes its method in checkout. Does one at a time, and shows the result.
 */
export function usePayment() {
  const client = useQueryClient()
  const checking = useMutation(checkMutation)
  const changing = useMutation(changeMutation)
  // Two clicks may come before the next render disables the buttons.
  const isIdle = () => client.isMutating({ mutationKey: ['payment'] }) === 0
  return {
    check(plan: SubscribedPlan) {
      if (isIdle()) checking.mutate(plan)
    },
    changeMethod(plan: SubscribedPlan) {
      if (isIdle()) changing.mutate(plan)
    },
    isChecking: checking.isPending,
    isChanging: changing.isPending,
    /** Whether a check or a change is pending, wherever it was started. */
    isBusy: useIsMutating({ mutationKey: ['payment'] }) > 0,
  }
}
