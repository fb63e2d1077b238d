import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { followingServerText } from '../../api/errors'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { useFreshProfile } from '../../profile/queries'
import { WithProfile } from '../../profile/WithProfile'
import { settings } from '../../settings'
import { ButtonAnchor, ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { CardFoot } from '../../ui/cards/CardFoot'
import { EmptyState } from '../../ui/EmptyState'
import { useFocusInBox } from '../../ui/focus'
import { LoadingText } from '../../ui/LoadingText'
import { QueryView } from '../../ui/QueryView'
import { Skeleton } from '../../ui/Skeleton'
import { showToast } from '../../ui/toasts/toast'
import { useBuyer } from '../buyer-in-use'
import { buyerQuery, pricingQuery } from '../queries'
import { canBeUndone, currentPlanOf, isDearest, isStoppable } from '../subscribed-plan'
import { CurrentPlanCard } from './CurrentPlanCard'
import type { Question } from './EndingQuestion'
import { PlanMeters } from './PlanMeters'
import { useCancel } from './use-cancel'
import { useRenewal } from './use-renewal'

// Loads late, because few visits end a plan.
const EndingQuestion = lazy(() => import('./EndingQuestion'))

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
            <div className="grid gap-x-6 border-t border-line bg-foot px-4 py-5 empty:hidden sm:grid-cols-2 sm:px-6">
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
        <Suspense>
          <EndingQuestion
            {...asking}
            onRefuse={close}
            onCancel={() => {
              close()
              cancelling.start(asking.plan)
            }}
            onStop={() => stop(asking.plan)}
          />
        </Suspense>
      )}
    </div>
  )
}

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
      <div className="grid border-t border-line lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid content-start gap-x-6 gap-y-8 p-4 sm:h-44 sm:grid-cols-3 sm:p-6">
          {['fact', 'amount', 'card', 'seats', 'dashboards'].map((key) => (
            <div key={key}>
              <Skeleton className="h-2.5 w-20" />
              <Skeleton className="mt-3 h-3.5 w-32" />
            </div>
          ))}
        </div>
        <div className="space-y-4 border-line p-4 max-lg:border-t sm:p-6 lg:border-s">
          {['w-20', 'w-32', 'w-40', 'w-36', 'w-28'].map((width) => (
            <Skeleton key={width} className={`h-3 ${width}`} />
          ))}
        </div>
      </div>
      <CardFoot hint={<Skeleton className="h-3.5 w-44 max-w-full" />}>
        <Skeleton className="h-(--control) w-36 rounded-control" />
        <Skeleton className="h-(--control) w-36 rounded-control" />
      </CardFoot>
    </Card>
  )
}
