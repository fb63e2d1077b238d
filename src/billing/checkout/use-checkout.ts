import { mutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { followingServerText } from '../../api/errors'
import { useVariablesInFlight } from '../../lib/mutations'
import { useIsHere } from '../../lib/use-is-here'
import { profileQuery, useFetchedProfile } from '../../profile/queries'
import { showToast } from '../../ui/toasts/toast'
import { isAboutOtherPlan, refetchSubscription, showNewPlan } from '../mutations'
import { currentPlanOf, isBoughtAgain, isSamePlan, subscribedPlanOf } from '../subscribed-plan'
import {
  isPaidTwice,
  SubscribeFailure,
  type SubscribeInput,
  showsPurchase,
  subscribe,
} from './purchase'

/** Subscribes to a plan, including checkout. Finishes with the server's answer (D59). */
const subscribeMutation = mutationOptions({
  mutationKey: ['subscribe'],
  mutationFn: (input: SubscribeInput) => subscribe(input),
  onSuccess: async (bought, { plan, price }, _result, { client }) => {
    if (!bought) return
    // A refetch after the payment may already show the plan and its history.
    const shown = currentPlanOf(client.getQueryData(profileQuery.queryKey))
    if (shown && isSamePlan(plan, shown) && !isBoughtAgain(shown)) refetchSubscription(client)
    else {
      const { subscription_id } = bought
      await showNewPlan(client, { ...subscribedPlanOf(plan, price.currency), subscription_id })
    }
  },
  onError: (error, _input, _result, { client }) => {
    console.error(error.message, error.cause)
    // The purchase may have worked although no answer came.
    refetchSubscription(client)
  },
})
const { mutationKey } = subscribeMutation

/** The error catalogue's alerts (specification, section 8). */
const alerts = {
  creation: 'Subscription creation failed. Please try again.',
  verification: 'Payment verification failed. Please contact support.',
  // Alerts beyond the catalogue, for purchases that didn't fail (D146, D47).
  outdated: 'Nothing was bought.',
  twice: 'This plan was paid for twice. The second payment will be refunded.',
}

/** The texts for a checkout that ended without a change. */
export const checkoutTexts = {
  dismissed:
    'You closed checkout. We know of no payment so far. If you have paid, your plan starts once the payment arrives.',
  unavailable: 'Checkout could not be opened. Nothing was changed or charged. Please try again.',
}

/** @param isShown whether the profile shows the plan, which another payment may have bought. */
function alertOf(error: unknown, isShown = false) {
  if (!(error instanceof SubscribeFailure) || error.stage === 'checkout') return null
  const { stage, cause } = error
  const isGivenBack = stage === 'verification' && isPaidTwice(cause)
  const isTwice = stage === 'twice' || (isShown && isGivenBack)
  const isNothing = isAboutOtherPlan(cause) || (isGivenBack && !isShown)
  if (isShown && !isTwice) return null
  const text = alerts[isNothing ? 'outdated' : isTwice ? 'twice' : stage]
  return { text, detail: followingServerText(cause) }
}

/** Subscribes to one plan at a time. A purchase continues when the user leaves the screen. */
export function useCheckout() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const subscribing = useMutation(subscribeMutation)
  const [pending] = useVariablesInFlight(subscribeMutation)
  const isHere = useIsHere()
  const [readFailure, setReadFailure] = useState<unknown>(null)

  async function run(input: SubscribeInput) {
    try {
      const bought = await subscribing.mutateAsync(input)
      if (!bought) {
        if (!isHere()) showToast('info', checkoutTexts.dismissed)
      } else if (isHere()) {
        await navigate({ to: '/dashboard/subscription' })
      } else {
        showToast('success', `Your organisation is now on the ${input.plan.name} plan.`)
      }
    } catch (error) {
      if (isHere()) return
      const alert = alertOf(error)
      const tone = alert?.text === alerts.twice ? 'info' : 'error'
      showToast(tone, alert?.text ?? checkoutTexts.unavailable, alert?.detail)
    }
  }

  const profile = useFetchedProfile()
  const { error, data, variables } = subscribing
  const planId = variables?.plan.razorpay_plan_id
  const isUnavailable = error instanceof SubscribeFailure && error.stage === 'checkout'
  const dismissed = data === null ? ('dismissed' as const) : null
  const kind = isUnavailable ? ('unavailable' as const) : dismissed
  // The profile may already show the plan. Then an alert about the verification would contradict it.
  const isShown =
    error instanceof SubscribeFailure &&
    error.stage === 'verification' &&
    variables !== undefined &&
    showsPurchase(variables, profile)
  return {
    start: (input: SubscribeInput) => {
      // Two clicks may come before the next render disables the buttons.
      if (queryClient.isMutating({ mutationKey }) === 0) void run(input)
    },
    /** The `razorpay_plan_id` of the plan that is being bought. The other plans' buttons wait. */
    inProgress: pending?.plan.razorpay_plan_id ?? null,
    /** The result of the last attempt, for the note at the plan's button. */
    note: kind && planId !== undefined ? { planId, kind } : null,
    /** Says that nothing was bought, because the profile couldn't be read before. */
    fail: setReadFailure,
    alert: alertOf(readFailure ? new SubscribeFailure('creation', readFailure) : error, isShown),
    closeAlert() {
      setReadFailure(null)
      subscribing.reset()
    },
  }
}
