import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Profile } from '../../../contract/profile'
import { WithProfile } from '../../profile/WithProfile'
import { settings } from '../../settings'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { EmptyState } from '../../ui/EmptyState'
import { currentPlanOf } from '../current-plan'
import { formatDay } from '../days'
import { lostTime } from '../pricing/lost-time'
import { pricingQuery } from '../queries'
import { CurrentPlanCard } from './CurrentPlanCard'
import { CurrentPlanSkeleton } from './CurrentPlanSkeleton'
import { isDearest } from './is-dearest'
import { isStoppable } from './is-stoppable'
import { useCancel } from './use-cancel'
import { useRenewal } from './use-renewal'

/** The organisation's plan, with its actions. */
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
  const [asking, setAsking] = useState(false)
  // The pages' loaders fetch it.
  const { data: plans } = useQuery({ ...pricingQuery, enabled: false })
  const cancelling = useCancel()
  const renewal = useRenewal()
  const plan = cancelling.plan ?? currentPlanOf(profile)

  // Cancelled without an answer, or in another tab; the button is gone with its card.
  const isGone = plan === null && (cancelling.problem !== null || renewal.isError)
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
  const hasDetails = settings.extensions.includes('billing-details')
  const stopsAt = hasDetails && isStoppable(plan) ? plan.renews_at : undefined
  return (
    <>
      <CurrentPlanCard
        plan={plan}
        isDearest={isDearest(plan, plans)}
        isCancelling={cancelling.plan !== null}
        problem={cancelling.problem}
        onCancel={() => setAsking(true)}
        renewal={renewal}
      />
      {asking && (
        // D19
        <ConfirmDialog
          title={`Cancel ${plan.name}?`}
          refusal="Keep plan"
          confirmation="Cancel plan"
          look="danger"
          {...(stopsAt && {
            instead: {
              label: 'Stop renewing',
              onChoose: () => {
                setAsking(false)
                renewal.stop(plan)
              },
            },
          })}
          onRefuse={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void cancelling.start(plan)
          }}
        >
          <p>
            Your {plan.name} plan ends now, not at the end of the period. {lostTime(plan)}
          </p>
          {stopsAt && (
            <p>
              If you stop renewing instead, it stays until {formatDay(stopsAt, true)}, and nothing
              more is charged.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
