import { useQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { useState } from 'react'
import type { Plan, SubscribedPlan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { ButtonAnchor } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { AlertDialog } from '../../ui/dialogs/AlertDialog'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { EmptyState } from '../../ui/EmptyState'
import { QueryView } from '../../ui/QueryView'
import { checkoutTexts, useSubscribe } from '../checkout/use-subscribe'
import { currentPlanOf, isSamePlan } from '../current-plan'
import { currencyQuery, pricingQuery } from '../queries'
import { IntervalToggle } from './IntervalToggle'
import { lostTime } from './lost-time'
import { PlanCard } from './PlanCard'
import { PlanListSkeleton, planGridClasses } from './PlanListSkeleton'
import { perMonth, priceOf } from './price'

interface PlanListProps {
  interval: Plan['interval']
  onIntervalChange: (interval: Plan['interval']) => void
}

/** The price list, where an admin subscribes. */
export function PlanList(props: PlanListProps) {
  const pricing = useRetryableQuery(pricingQuery)
  const profile = useRetryableQuery(profileQuery)
  const { data } = pricing
  // The profile says which plan is the current one.
  const isPending = pricing.isPending || (data !== undefined && profile.isPending)
  const retry = () => Promise.all([!data && pricing.retry(), profile.isPending && profile.retry()])
  return (
    <QueryView
      query={{ data, isPending, retry }}
      loading={<PlanListSkeleton />}
      failure="Error fetching pricing data."
      failureText="The plans could not be loaded. Please check your connection and try again."
    >
      {(plans) => <Plans {...props} plans={plans} profile={profile.data ?? null} />}
    </QueryView>
  )
}

interface PlansProps extends PlanListProps {
  plans: readonly Plan[]
  /** Null where it failed to load; subscribing still works. */
  profile: Profile | null
}

function Plans({ plans, profile, interval, onIntervalChange }: PlansProps) {
  const { data: currency = 'USD' } = useQuery(currencyQuery)
  const subscribing = useSubscribe()
  const [asking, setAsking] = useState<Plan | null>(null)
  const current = currentPlanOf(profile)
  const shown = plans.filter((plan) => plan.interval === interval)

  function start(plan: Plan) {
    setAsking(null)
    subscribing.start({ plan, price: priceOf(plan, currency), profile })
  }

  function stateOf(plan: Plan) {
    if (subscribing.inProgress === plan.razorpay_plan_id) return 'busy'
    if (isSamePlan(plan, current)) return 'current'
    return subscribing.inProgress ? 'waiting' : 'free'
  }

  return (
    <>
      <div className="mb-7 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-[460px] text-15 text-ink-2">
          Choose the plan that fits your organisation. Change or cancel it whenever you like.
        </p>
        <IntervalToggle
          plans={plans}
          currency={currency}
          interval={interval}
          onChange={onIntervalChange}
        />
      </div>
      {shown.length === 0 ? (
        <NoPlans interval={interval} />
      ) : (
        <ul className={planGridClasses}>
          {shown.map((plan) => (
            <PlanCard
              key={plan.razorpay_plan_id}
              plan={plan}
              price={priceOf(plan, currency)}
              state={stateOf(plan)}
              note={
                subscribing.note?.planId === plan.razorpay_plan_id && (
                  <CheckoutNote kind={subscribing.note.kind} />
                )
              }
              onSubscribe={() => (current ? setAsking(plan) : start(plan))}
            />
          ))}
        </ul>
      )}
      {asking && current && (
        <ConfirmDialog
          title={
            current.name === asking.name
              ? `Change how you pay for ${asking.name}?`
              : `Switch to ${asking.name}?`
          }
          refusal="Keep plan"
          confirmation="Switch plan"
          onRefuse={() => setAsking(null)}
          onConfirm={() => start(asking)}
        >
          <p>
            Your current plan, {current.name}, ends when the new one starts: as soon as that is paid
            for. {lostTime(current)}
          </p>
          {settings.extensions.includes('team') && isSmaller(asking, current) && (
            // How many they are, only the page of the team knows (D78).
            <p>
              If your team is larger than {asking.name} has places for, everybody stays, but nobody
              more can be invited.
            </p>
          )}
        </ConfirmDialog>
      )}
      {subscribing.alert && <AlertDialog {...subscribing.alert} onClose={subscribing.closeAlert} />}
    </>
  )
}

/** Whether another plan costs less a month: it has fewer places, if any plan has. */
function isSmaller(plan: Plan, current: SubscribedPlan): boolean {
  return plan.name !== current.name && perMonth(plan) < perMonth(current)
}

function CheckoutNote({ kind }: { kind: keyof typeof checkoutTexts }) {
  return kind === 'dismissed' ? (
    <p className="mt-2.5 text-12h text-ink-2">{checkoutTexts.dismissed}</p>
  ) : (
    <p role="alert" className="mt-2.5 text-12h font-medium text-bad">
      {checkoutTexts.unavailable}
    </p>
  )
}

function NoPlans({ interval }: { interval: Plan['interval'] }) {
  return (
    <Card>
      <EmptyState
        icon={Tags}
        title={`There are no ${interval} plans at the moment`}
        text="Please choose the other billing period, or come back later."
        action={
          settings.supportUrl && (
            <ButtonAnchor href={settings.supportUrl} look="secondary">
              Contact support
            </ButtonAnchor>
          )
        }
      />
    </Card>
  )
}
