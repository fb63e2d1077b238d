import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Tags } from 'lucide-react'
import { useState } from 'react'
import type { Plan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { AlertDialog } from '../../ui/AlertDialog'
import { Button } from '../../ui/Button'
import { buttonClasses } from '../../ui/button-classes'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { CheckoutNote } from '../checkout/CheckoutNote'
import { useSubscribe } from '../checkout/use-subscribe'
import { currencyQuery, pricingQuery } from '../queries'
import { currentPlanOf, isSamePlan } from './current-plan'
import { IntervalToggle } from './IntervalToggle'
import { PlanCard } from './PlanCard'
import { PlanListSkeleton } from './PlanListSkeleton'
import { planGridClasses } from './plan-grid-classes'
import { priceOf } from './price'
import { SwitchPlanDialog } from './SwitchPlanDialog'

interface PlanListProps {
  interval: Plan['interval']
  onIntervalChange: (interval: Plan['interval']) => void
}

/** The price list, and the way to a subscription. */
export function PlanList(props: PlanListProps) {
  const pricing = useQuery(pricingQuery)
  const profile = useQuery(profileQuery)
  // Without the profile nobody knows yet which plan is the current one.
  if (pricing.isPending || (pricing.data && profile.isPending)) return <PlanListSkeleton />
  if (!pricing.data) {
    return (
      <Card>
        <EmptyState
          alert
          icon={CircleAlert}
          title="Error fetching pricing data."
          text="The plans could not be loaded. Please check your connection and try again."
          action={<Button onClick={() => void pricing.refetch()}>Try again</Button>}
        />
      </Card>
    )
  }
  return <Plans {...props} plans={pricing.data} profile={profile.data ?? null} />
}

interface PlansProps extends PlanListProps {
  plans: readonly Plan[]
  /** Null where it could not be loaded: subscribing works all the same. */
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
        <SwitchPlanDialog
          from={current.name}
          to={asking.name}
          onKeep={() => setAsking(null)}
          onSwitch={() => start(asking)}
        />
      )}
      {subscribing.alert && <AlertDialog {...subscribing.alert} onClose={subscribing.closeAlert} />}
    </>
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
            <a href={settings.supportUrl} className={buttonClasses('secondary')}>
              Contact support
            </a>
          )
        }
      />
    </Card>
  )
}
