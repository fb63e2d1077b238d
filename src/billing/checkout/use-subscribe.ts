import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { followingServerText } from '../../api/errors'
import { showToast } from '../../ui/toasts/toast'
import { subscribeMutation } from '../mutations'
import { SubscribeFailure, type SubscribeInput } from './subscribe'

const { mutationKey } = subscribeMutation

/** The error catalogue's alerts (specification, section 8). */
const alerts = {
  creation: 'Subscription creation failed. Please try again.',
  verification: 'Payment verification failed. Please contact support.',
}

/** What a screen of plans needs to let one be subscribed to. */
export interface Subscribing {
  start: (input: SubscribeInput) => void
  /** The plan that is in progress, by its `razorpay_plan_id`; all others have to wait. */
  inProgress: string | null
  /** What came of the last try, to be said by that plan's button. */
  note: { planId: string; kind: 'dismissed' | 'unavailable' } | null
  /** To be shown in an alert dialog. */
  alert: { text: string; detail: string | undefined } | null
  closeAlert: () => void
}

function alertOf(error: unknown): Subscribing['alert'] {
  if (!(error instanceof SubscribeFailure) || error.stage === 'checkout') return null
  return { text: alerts[error.stage], detail: followingServerText(error.cause) }
}

/**
 * Subscribing goes on when the user turns to another screen, and is still the only one when they
 * come back.
 */
export function useSubscribe(): Subscribing {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const subscribing = useMutation(subscribeMutation)
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as SubscribeInput).plan.razorpay_plan_id,
  })
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function run(input: SubscribeInput) {
    try {
      const outcome = await subscribing.mutateAsync(input)
      if (outcome === 'subscribed') await navigate({ to: '/dashboard/subscription' })
    } catch (error) {
      const alert = alertOf(error)
      if (alert && !isShown.current) void showToast('error', alert.text, alert.detail)
    }
  }

  const { error, data, variables } = subscribing
  const planId = variables?.plan.razorpay_plan_id
  const unavailable = error instanceof SubscribeFailure && error.stage === 'checkout'
  const kind = unavailable ? 'unavailable' : data === 'dismissed' ? 'dismissed' : null
  return {
    start: (input) => {
      // The buttons are disabled with the next render; two clicks may come before it.
      if (queryClient.isMutating({ mutationKey }) === 0) void run(input)
    },
    inProgress: pending[0] ?? null,
    note: kind && planId !== undefined ? { planId, kind } : null,
    alert: alertOf(error),
    closeAlert: subscribing.reset,
  }
}
