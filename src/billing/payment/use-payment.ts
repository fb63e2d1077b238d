import {
  mutationOptions,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { SubscribedPlan } from '../../../contract/billing'
import { call } from '../../api/call'
import { ApiError, followingServerText } from '../../api/errors'
import { profileQuery } from '../../profile/queries'
import { showToast } from '../../ui/toasts/toast'
import { knownTaxText } from '../buyer-in-use'
import { checkingText, payInCheckout } from '../checkout/razorpay'
import { isAboutOtherPlan, refetchSubscription, requestFor } from '../mutations'
import { ownPriceOf } from '../pricing/price'
import { currentPlanOf, namedMethod } from '../subscribed-plan'
import { methodChangeResult, methodChangeTitle } from './method-change-texts'

/** Refetches what a call has changed. @returns the plan afterwards; null if it has ended or was replaced. */
async function refetchPlan(
  client: QueryClient,
  plan: SubscribedPlan,
): Promise<SubscribedPlan | null> {
  await client.refetchQueries({ queryKey: profileQuery.queryKey }, { throwOnError: true })
  refetchSubscription(client)
  const present = currentPlanOf(client.getQueryData(profileQuery.queryKey))
  return present?.subscription_id === plan.subscription_id ? present : null
}

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

const changed = 'The payment method was changed.'

/** Says what is true after checkout was closed: the card may have been changed all the same. */
async function reportClosed(client: QueryClient, plan: SubscribedPlan): Promise<void> {
  showToast('info', checkingText)
  try {
    await call('checkPayment', requestFor(plan))
    const present = await refetchPlan(client, plan)
    const isChanged =
      present &&
      (namedMethod(plan) !== namedMethod(present) || plan.payment_state !== present.payment_state)
    if (isChanged)
      showToast('success', changed, methodChangeResult(plan, present, knownTaxText(client)))
    else showToast('info', 'You closed checkout. The payment provider reports no change.')
  } catch (error) {
    console.error('Checking the payment failed', error)
    refetchSubscription(client)
    const text = 'You closed checkout. We don’t know yet whether anything was changed.'
    showToast('info', text, followingServerText(error) ?? 'Please check again later.')
  }
}

const changeMutation = mutationOptions({
  mutationKey: ['payment', 'change-method'],
  async mutationFn(plan: SubscribedPlan, { client }) {
    const proof = await payInCheckout({
      subscriptionId: plan.subscription_id ?? '',
      description: methodChangeTitle(plan, knownTaxText(client)),
      currency: ownPriceOf(plan).currency,
      profile: client.getQueryData(profileQuery.queryKey) ?? null,
      changesMethod: true,
    })
    if (!proof) return await reportClosed(client, plan)
    try {
      await call('changePaymentMethod', proof)
      showToast(
        'success',
        changed,
        methodChangeResult(plan, await refetchPlan(client, plan), knownTaxText(client)),
      )
    } catch (error) {
      console.error('Checking the payment failed', error)
      refetchSubscription(client)
      if (error instanceof ApiError && error.status === 409) {
        // The card now belongs to a plan that has ended (D146).
        const text = 'Your plan’s payment method was not changed.'
        showToast('error', text, followingServerText(error))
      } else {
        // The provider has the new method, even if the server couldn't be told.
        showToast('info', changed, 'We don’t know yet what was charged. Please check again later.')
      }
    }
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
