import { useNavigate } from '@tanstack/react-router'
import { ApiError, followingServerText } from '../../api/errors'
import { useVariablesInFlight } from '../../lib/mutations'
import { useFollowedMutation } from '../../lib/use-followed-mutation'
import { useIsHere } from '../../lib/use-is-here'
import { showToast } from '../../ui/toasts/toast'
import { cancelMutation, isAboutOtherPlan } from '../mutations'

/**
 * Cancels the plan. Continues when the user leaves the screen; a toast reports the outcome.
 * @returns a function that starts, the plan that is being cancelled (until the next page shows), and the error of
 * the last attempt.
 */
export function useCancel() {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const { mutate, error, isSuccess, variables } = useFollowedMutation(cancelMutation, {
    onSuccess: async (_answer, plan) => {
      showToast('success', `Your ${plan.name} plan was cancelled.`, 'Nothing more will be charged.')
      if (isHere()) await navigate({ to: '/dashboard/pricing' })
    },
    onError: (error) => {
      if (!isHere()) showToast('error', problemOf(error), followingServerText(error))
    },
  })
  const [pending] = useVariablesInFlight(cancelMutation)

  return {
    start: mutate,
    plan: pending ?? (isSuccess ? variables : null),
    problem: error && { text: problemOf(error), detail: followingServerText(error) },
  }
}

/** Returns the text of a failed cancellation. Cancelling is idempotent (D33), so the user may always retry. */
function problemOf(error: unknown): string {
  if (isAboutOtherPlan(error)) return 'Nothing was cancelled.'
  const refused = error instanceof ApiError && error.kind === 'http' && (error.status ?? 0) < 500
  return refused
    ? 'Your plan was not cancelled: nothing was changed. Please try again.'
    : 'We couldn’t confirm it. As far as we know nothing was changed: your plan is still active. Please try again.'
}
