import { useMutation, useMutationState } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { SubscribedPlan } from '../../../contract/billing'
import { ApiError, followingServerText } from '../../api/errors'
import { useStillOnPage } from '../../lib/use-still-on-page'
import { showToast } from '../../ui/toasts/toast'
import { useLateToast } from '../../ui/toasts/use-late-toast'
import { cancelMutation } from '../mutations'

export interface Cancelling {
  start: (plan: SubscribedPlan) => Promise<void>
  /** The plan being cancelled, until the next page shows. */
  plan: SubscribedPlan | null
  /** Why the last try failed. */
  problem: { text: string; detail: string | undefined } | null
}

const { mutationKey } = cancelMutation

/** Cancels the plan. It goes on when the user leaves the screen; a toast reports the outcome (D51). */
export function useCancel(): Cancelling {
  const navigate = useNavigate()
  const cancelling = useMutation(cancelMutation)
  const [pending] = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as SubscribedPlan,
  })
  const showLateToast = useLateToast()
  const begin = useStillOnPage()
  const { error, isSuccess, variables } = cancelling

  return {
    async start(plan) {
      const isStillOnPage = begin()
      try {
        await cancelling.mutateAsync(plan)
      } catch (error) {
        // The mutation has logged it.
        showLateToast('error', problemOf(error), followingServerText(error))
        return
      }
      showToast('success', `Your ${plan.name} plan was cancelled.`, 'Nothing more is charged.')
      if (isStillOnPage()) await navigate({ to: '/dashboard/pricing' })
    },
    plan: pending ?? (isSuccess ? variables : null),
    problem: error && { text: problemOf(error), detail: followingServerText(error) },
  }
}

/** Cancelling is idempotent (D33): the user may always try again. */
function problemOf(error: unknown): string {
  const refused = error instanceof ApiError && error.kind === 'http' && (error.status ?? 0) < 500
  return refused
    ? 'Your plan was not cancelled: nothing was changed. Please try again.'
    : 'The server did not confirm it. As far as we know nothing was changed: your plan is still active. Please try again.'
}
