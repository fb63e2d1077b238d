import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import { ApiError, followingServerText } from '../../api/errors'
import { profileQuery } from '../../profile/queries'
import { buttonClasses } from '../../ui/button-classes'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { cancelMutation } from '../mutations'
import { currentPlanOf } from '../pricing/current-plan'
import { NoProfile } from '../pricing/NoProfile'
import { CancelPlanDialog } from './CancelPlanDialog'
import { CurrentPlanCard } from './CurrentPlanCard'
import { CurrentPlanSkeleton } from './CurrentPlanSkeleton'

/** The plan that the organisation is on, with what can be done about it. */
export function CurrentPlan() {
  const profile = useQuery(profileQuery)
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const cancelling = useMutation(cancelMutation)
  // What is being cancelled shows until the next page does.
  const leaving = cancelling.isPending || cancelling.isSuccess ? cancelling.variables : null
  const plan = leaving ?? currentPlanOf(profile.data)

  async function cancel(subscribed: SubscribedPlan) {
    setAsking(false)
    try {
      await cancelling.mutateAsync(subscribed)
    } catch {
      // The mutation has logged it, and the card says that nothing was changed.
      return
    }
    await navigate({ to: '/dashboard/pricing' })
  }

  if (profile.isPending) return <CurrentPlanSkeleton />
  if (!profile.data) return <NoProfile onTryAgain={() => void profile.refetch()} />
  if (!plan) {
    return (
      <Card>
        <EmptyState
          icon={CreditCard}
          title="No active plan for your organization"
          text="Please contact support or choose a plan to get started."
          action={
            <Link to="/dashboard/pricing" className={buttonClasses('primary')}>
              Choose a plan
            </Link>
          }
        />
      </Card>
    )
  }
  return (
    <>
      <CurrentPlanCard
        plan={plan}
        isCancelling={leaving !== null}
        problem={cancelling.isError ? problemOf(cancelling.error) : null}
        detail={followingServerText(cancelling.error)}
        onCancel={() => setAsking(true)}
      />
      {asking && (
        <CancelPlanDialog
          planName={plan.name}
          onKeep={() => setAsking(false)}
          onCancel={() => void cancel(plan)}
        />
      )}
    </>
  )
}

/** Cancelling twice does no harm (D33), so trying again is always good advice. */
function problemOf(error: Error): string {
  const refused = error instanceof ApiError && error.kind === 'http' && (error.status ?? 0) < 500
  return refused
    ? 'Your plan was not cancelled: nothing was changed. Please try again.'
    : 'The server did not confirm it. As far as we know nothing was changed: your plan is still active. Please try again.'
}
