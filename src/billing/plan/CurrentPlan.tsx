import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { ApiError, followingServerText } from '../../api/errors'
import { useIsShown } from '../../lib/use-is-shown'
import { useStillHere } from '../../lib/use-still-here'
import { WithProfile } from '../../profile/WithProfile'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { EmptyState } from '../../ui/EmptyState'
import { showToast } from '../../ui/toasts/toast'
import { currentPlanOf } from '../current-plan'
import { cancelMutation } from '../mutations'
import { pricingQuery } from '../queries'
import { CurrentPlanCard } from './CurrentPlanCard'
import { CurrentPlanSkeleton } from './CurrentPlanSkeleton'
import { isDearest } from './is-dearest'

/** The plan that the organisation is on, with what can be done about it. */
export function CurrentPlan() {
  return (
    <WithProfile
      loading={<CurrentPlanSkeleton />}
      explanation="Your plan belongs to your profile, which could not be loaded."
    >
      {(profile) => <PlanOf profile={profile} />}
    </WithProfile>
  )
}

function PlanOf({ profile }: { profile: Profile }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  // Asked for where it is worth a call: by the page that is about the plan.
  const { data: plans } = useQuery({ ...pricingQuery, enabled: false })
  const cancelling = useMutation(cancelMutation)
  // What is being cancelled shows until the next page does.
  const leaving = cancelling.isPending || cancelling.isSuccess ? cancelling.variables : null
  const plan = leaving ?? currentPlanOf(profile)

  const isShown = useIsShown()
  const begin = useStillHere()

  async function cancel(subscribed: SubscribedPlan) {
    setAsking(false)
    const isStillHere = begin()
    try {
      await cancelling.mutateAsync(subscribed)
    } catch (error) {
      // The mutation has logged it; where the card is gone, it can't say that nothing was changed.
      if (!isShown.current) void showToast('error', problemOf(error), followingServerText(error))
      return
    }
    if (isStillHere()) await navigate({ to: '/dashboard/pricing' })
  }

  // Cancelled after all, without an answer: the button has gone with the card.
  const isGone = plan === null && cancelling.isError
  const choice = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isGone && document.activeElement === document.body) choice.current?.focus()
  }, [isGone])

  if (!plan) {
    return (
      <Card>
        <EmptyState
          icon={CreditCard}
          title="No active plan for your organization"
          text="Please contact support or choose a plan to get started."
          action={
            <ButtonLink ref={choice} to="/dashboard/pricing">
              Choose a plan
            </ButtonLink>
          }
        />
      </Card>
    )
  }
  return (
    <>
      <CurrentPlanCard
        plan={plan}
        isDearest={isDearest(plan, plans)}
        isCancelling={leaving !== null}
        problem={cancelling.isError ? problemOf(cancelling.error) : null}
        detail={followingServerText(cancelling.error)}
        onCancel={() => setAsking(true)}
      />
      {asking && (
        // D19
        <ConfirmDialog
          title={`Cancel ${plan.name}?`}
          refusal="Keep plan"
          confirmation="Cancel plan"
          look="danger"
          onRefuse={() => setAsking(false)}
          onConfirm={() => void cancel(plan)}
        >
          <p>
            Your {plan.name} plan ends now, not at the end of the period. Paid time that is left is
            not refunded.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Cancelling twice does no harm (D33), so trying again is always good advice. */
function problemOf(error: unknown): string {
  const refused = error instanceof ApiError && error.kind === 'http' && (error.status ?? 0) < 500
  return refused
    ? 'Your plan was not cancelled: nothing was changed. Please try again.'
    : 'The server did not confirm it. As far as we know nothing was changed: your plan is still active. Please try again.'
}
