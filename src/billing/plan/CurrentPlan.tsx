import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { followingServerText } from '../../api/errors'
import { now } from '../../lib/server-clock'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { useFreshProfile } from '../../profile/queries'
import { WithProfile } from '../../profile/WithProfile'
import { settings } from '../../settings'
import { ButtonAnchor, ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { CardFoot } from '../../ui/cards/CardFoot'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { EmptyState } from '../../ui/EmptyState'
import { useFocusInBox } from '../../ui/focus'
import { LoadingText } from '../../ui/LoadingText'
import { QueryView } from '../../ui/QueryView'
import { Skeleton } from '../../ui/Skeleton'
import { showToast } from '../../ui/toasts/toast'
import { taxText, useBuyer } from '../buyer-in-use'
import { formatDay } from '../days'
import { overdueText, unrefundedText } from '../pricing/ending-a-plan'
import { PlanLosses, useTeamAhead } from '../pricing/PlanLosses'
import { buyerQuery, pricingQuery } from '../queries'
import { currentPlanOf, isDearest, isStoppable } from '../subscribed-plan'
import { CurrentPlanCard } from './CurrentPlanCard'
import { PlanMeters } from './PlanMeters'
import { useCancel } from './use-cancel'
import { useRenewal } from './use-renewal'

export function CurrentPlan() {
  return (
    <WithProfile loading={<CurrentPlanSkeleton />} explanation="We couldn’t load your plan.">
      {(profile) => (
        <OnceBuyerIsKnown>
          <PlanOf profile={profile} />
        </OnceBuyerIsKnown>
      )}
    </WithProfile>
  )
}

/** Waits for the buyer, which decides the height of the plan's card. If that fails, the plan shows without it. */
function OnceBuyerIsKnown({ children }: { children: ReactNode }) {
  const { isKnown } = useBuyer()
  const { retry } = useRetryableQuery({ ...buyerQuery, enabled: settings.isOurServer })
  return (
    <QueryView
      query={{ data: isKnown || undefined, isPending: !isKnown, retry }}
      loading={<CurrentPlanSkeleton />}
      failure=""
    >
      {() => children}
    </QueryView>
  )
}

function PlanOf({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState<Question | null>(null)
  // The page's loader fetches the plans.
  const { data: plans } = useQuery({ ...pricingQuery, enabled: false })
  useTeamAhead()
  const cancelling = useCancel()
  const renewal = useRenewal()
  const fresh = useFreshProfile()
  const plan = cancelling.plan ?? currentPlanOf(profile)
  const choice = useRef<HTMLAnchorElement>(null)
  const box = useFocusInBox(() => choice.current)

  if (!plan) {
    return (
      <div {...box}>
        <Card isFlush>
          <EmptyState
            icon={CreditCard}
            width={200}
            title="No active plan for your organization"
            text="Please contact support or choose a plan to get started."
            action={
              <>
                {!profile.organization.deletion && (
                  <ButtonLink ref={choice} to="/dashboard/pricing">
                    Choose a plan
                  </ButtonLink>
                )}
                {settings.supportUrl && (
                  <ButtonAnchor href={settings.supportUrl} look="secondary">
                    Contact support
                  </ButtonAnchor>
                )}
              </>
            }
          />
          {settings.isOurServer && (
            <div className="border-t border-line bg-foot px-4 py-5 empty:hidden sm:px-6">
              <PlanMeters plan={null} />
            </div>
          )}
        </Card>
      </div>
    )
  }
  const close = () => setAsking(null)
  const stop = (which: SubscribedPlan) => {
    close()
    renewal.stop(which)
  }
  const failure = { cancel: 'Your plan was not cancelled', stop: 'The renewal was not stopped' }
  const ask = (about: Question['about']) =>
    fresh.read(about, {
      onRead(read) {
        const present = currentPlanOf(read)
        if (!present) showToast('info', `${failure[about]}.`, 'Your plan has already ended.')
        // A stop that can be undone needs no confirmation. The server refuses it for another plan.
        else if (about === 'cancel' || (isStoppable(present) && !canBeUndone(present))) {
          setAsking({ about, plan: present })
        } else stop(plan)
      },
      onFailure: (error) =>
        showToast('error', `${failure[about]}. Please try again.`, followingServerText(error)),
    })
  return (
    <div {...box}>
      <CurrentPlanCard
        plan={plan}
        organization={profile.organization}
        isDearest={isDearest(plan, plans)}
        cancelling={cancelling}
        renewal={renewal}
        asking={fresh.waiting}
        onCancel={() => void ask('cancel')}
        onStop={() => void ask('stop')}
      />
      {asking && (
        <EndingQuestion
          {...asking}
          onRefuse={close}
          onCancel={() => {
            close()
            cancelling.start(asking.plan)
          }}
          onStop={() => stop(asking.plan)}
        />
      )}
    </div>
  )
}

/** The pending confirmation of an end. It keeps the plan it was opened for, even if the profile changes (D146). */
interface Question {
  about: 'cancel' | 'stop'
  plan: SubscribedPlan
}

interface EndingQuestionProps extends Question {
  onRefuse: () => void
  onCancel: () => void
  onStop: () => void
}

function EndingQuestion({ about, plan, onRefuse, onCancel, onStop }: EndingQuestionProps) {
  const stopsAt = settings.isOurServer && isStoppable(plan) ? plan.renews_at : undefined
  const overdue = overdueText(plan, taxText(useBuyer().data))
  return (
    <>
      {about === 'cancel' && (
        // Says before the change what is charged and what is lost (D109).
        <ConfirmDialog
          title={`Cancel ${plan.name}?`}
          refusal="Keep plan"
          confirmation="Cancel plan"
          look="danger-line"
          {...(stopsAt && { instead: { label: 'Stop renewing', onChoose: onStop } })}
          onRefuse={onRefuse}
          onConfirm={onCancel}
        >
          <p>
            Your {plan.name} plan will end now, not at the end of the period. {unrefundedText(plan)}{' '}
            Nothing more will be charged.
          </p>
          {overdue && <p>{overdue}</p>}
          {stopsAt && (
            <p>
              If you stop renewing instead, you keep it until {formatDay(stopsAt, true)}, and
              nothing more will be charged.{!canBeUndone(plan) && ' You can’t undo that.'}
            </p>
          )}
          <PlanLosses limits={plan.limits_without_plan ?? {}} when="Without a plan" />
        </ConfirmDialog>
      )}
      {about === 'stop' && stopsAt && (
        // Says before the change what is charged and what is lost.
        <ConfirmDialog
          title={`Stop renewing ${plan.name}?`}
          refusal="Keep renewing"
          confirmation="Stop renewing"
          look="danger-line"
          onRefuse={onRefuse}
          onConfirm={onStop}
        >
          <p>
            This close to the renewal, it can’t be undone. Your {plan.name} plan will end on{' '}
            {formatDay(stopsAt, true)}, and nothing more will be charged. You can choose it again
            from that day on.
          </p>
          <PlanLosses limits={plan.limits_without_plan ?? {}} when="Without a plan" />
        </ConfirmDialog>
      )}
    </>
  )
}

/** Whether stopping the renewal can still be undone. The page may have been open for long. */
const canBeUndone = ({ undo_until }: SubscribedPlan) =>
  undo_until !== undefined && Date.parse(undo_until) > now()

/** The skeleton of the card, as high as a paid plan with four points. */
function CurrentPlanSkeleton() {
  return (
    <Card isFlush>
      <LoadingText unseen>Loading your plan…</LoadingText>
      <div className="flex flex-wrap justify-between gap-6 p-4 sm:h-23.5 sm:p-6">
        <div>
          <Skeleton className="mt-1 h-5 w-36" />
          <Skeleton className="mt-2.5 h-3.5 w-60 max-w-full" />
        </div>
        <Skeleton className="h-9 w-32" />
      </div>
      <div className="grid content-start gap-x-6 gap-y-8 border-t border-line p-4 sm:h-44 sm:grid-cols-3 sm:p-6 lg:pe-84">
        {['fact', 'amount', 'card', 'seats', 'dashboards'].map((key) => (
          <Skeleton key={key} className="h-9 w-36 max-w-full" />
        ))}
      </div>
      <CardFoot hint={<Skeleton className="h-3.5 w-44 max-w-full" />}>
        <Skeleton className="h-(--control) w-60 rounded-control" />
      </CardFoot>
    </Card>
  )
}
