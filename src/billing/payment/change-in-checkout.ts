import type { QueryClient } from '@tanstack/react-query'
import type { SubscribedPlan } from '../../../contract/billing'
import { call } from '../../api/call'
import { ApiError, followingServerText } from '../../api/errors'
import { profileQuery } from '../../profile/queries'
import { showToast } from '../../ui/toasts/toast'
import { knownTaxText } from '../buyer-in-use'
import { checkingText, payInCheckout } from '../checkout/razorpay'
import { refetchPlan, refetchSubscription, requestFor } from '../mutations'
import { ownPriceOf } from '../pricing/price'
import { namedMethod } from '../subscribed-plan'
import { methodChangeResult, methodChangeTitle } from './method-change-texts'

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

/** Has the user enter another card in checkout, and shows the result. @throws Error when checkout can't be opened. */
export async function changeInCheckout(client: QueryClient, plan: SubscribedPlan): Promise<void> {
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
}
