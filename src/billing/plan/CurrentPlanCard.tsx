import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import type { SubscribedPlan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { organisationQuery } from '../../organisation/queries'
import { settings } from '../../settings'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { CardFoot } from '../../ui/cards/CardFoot'
import { Fact, Facts } from '../../ui/cards/Facts'
import { paymentBadgeOf, StatusBadge } from '../activity/StatusBadge'
import { taxText, useBuyer } from '../buyer-in-use'
import { ChangeMethod } from '../payment/ChangeMethod'
import { PlanPoints } from '../pricing/PlanPoints'
import { PriceText } from '../pricing/PriceText'
import { ownPriceOf } from '../pricing/price'
import { canChangeMethod, isBoughtAgain, isStoppable, stopOf } from '../subscribed-plan'
import { BuyerLine } from './BuyerLine'
import { PlanMeters } from './PlanMeters'
import { planFacts, planOutlook } from './plan-facts'
import type { useCancel } from './use-cancel'
import type { useRenewal } from './use-renewal'

interface CurrentPlanCardProps {
  plan: SubscribedPlan
  organization: Profile['organization']
  /** Whether the plan is the most expensive one. Then the upgrade button is secondary. */
  isDearest: boolean
  cancelling: ReturnType<typeof useCancel>
  renewal: ReturnType<typeof useRenewal>
  /** The action that waits for the profile; null: none. */
  asking: string | null
  onCancel: () => void
  onStop: () => void
}

export function CurrentPlanCard(props: CurrentPlanCardProps) {
  const { plan, organization, cancelling } = props
  const { problem } = cancelling
  const badge = paymentBadgeOf(plan, organization)
  const isOurs = settings.isOurServer
  return (
    <Card isFlush>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2.5 p-4 sm:px-6 sm:pt-6 sm:pb-5">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-20 font-[650] tracking-[-0.02em] wrap-anywhere">{plan.name}</h2>
            {badge ? <Badge {...badge} /> : <StatusBadge status="Active" />}
          </div>
          <p className="mt-0.5 text-14 text-ink-2 wrap-anywhere">{plan.tag_line_for_plan}</p>
        </div>
        <PriceText price={ownPriceOf(plan)} interval={plan.interval} />
      </div>
      <div
        className={`grid border-t border-line ${isOurs ? 'lg:grid-cols-[minmax(0,1fr)_21rem]' : ''}`}
      >
        {isOurs && <Numbers plan={plan} organization={organization} isBusy={!!cancelling.plan} />}
        <div
          className={`p-4 sm:px-6 sm:pt-5 sm:pb-6 ${isOurs ? 'border-line max-lg:border-t lg:border-s' : ''}`}
        >
          <h3 className="text-12h text-ink-3">Included</h3>
          <PlanPoints
            points={plan.descriptions.map(({ point }) => point)}
            className={`mt-2 grid gap-x-8 gap-y-2 sm:grid-cols-2 ${isOurs ? 'lg:grid-cols-1' : ''}`}
          />
        </div>
      </div>
      {problem && (
        <div role="alert" className="border-t border-line px-4 py-3 text-14 text-bad sm:px-6">
          <p className="font-medium">{problem.text}</p>
          {problem.detail && <p className="wrap-anywhere">{problem.detail}</p>}
        </div>
      )}
      <CardFoot hint={isOurs && <Outlook plan={plan} organization={organization} />}>
        <Actions {...props} />
      </CardFoot>
    </Card>
  )
}

type AboutPlan = Pick<CurrentPlanCardProps, 'plan' | 'organization'>

const tones = { warn: 'text-warn', bad: 'text-bad' }

/** The facts about the payment, and how much of the plan is used. */
function Numbers({ plan, organization, isBusy }: AboutPlan & { isBusy: boolean }) {
  const end = stopOf(plan, organization)
  const facts = planFacts(plan, organization)
  const change = plan.payment_state === 'paid' && canChangeMethod(plan) && (
    <ChangeMethod look="link" disabled={isBusy} />
  )
  return (
    <div className="grid gap-5 p-4 sm:gap-6 sm:px-6 sm:pt-5 sm:pb-6">
      {facts.length > 0 && (
        <Facts phoneColumns={2}>
          {facts.map(({ name, value, note, tone = {} }, index) => (
            <Fact
              key={name}
              name={name}
              isLarge
              // The payment method is the last fact.
              note={
                (index === facts.length - 1 && change) ||
                (note && <span className={tone.note && tones[tone.note]}>{note}</span>)
              }
            >
              <span className={tone.value && tones[tone.value]}>{value}</span>
            </Fact>
          ))}
        </Facts>
      )}
      <div className="grid gap-4 sm:grid-cols-3 sm:gap-x-6">
        <PlanMeters plan={plan} after={end ? plan.limits_without_plan : undefined} />
      </div>
    </div>
  )
}

function Outlook({ plan, organization }: AboutPlan) {
  const { data: kept } = useQuery({ ...organisationQuery, enabled: !!organization.deletion })
  const tax = taxText(useBuyer().data)
  return (
    <div className="text-pretty wrap-anywhere">
      <p>{planOutlook(plan, organization, kept?.renews_when_kept, tax)}</p>
      <BuyerLine plan={plan} />
    </div>
  )
}

/**
 * The buttons by the plan's state, of which the last one is primary. 'Stop renewing' and 'Keep my plan' never share a
 * place, and 'Cancel' keeps its own (D115).
 */
function Actions(props: CurrentPlanCardProps) {
  const { plan, organization, isDearest, cancelling, renewal, asking, onCancel, onStop } = props
  const isOurs = settings.isOurServer
  const isCancelling = cancelling.plan !== null
  const canBeKept = isOurs && plan.can_be_kept_until !== undefined
  const canBeStopped = isOurs && !canBeKept && isStoppable(plan)
  const isUnpaid = isOurs && (plan.payment_state ?? 'paid') !== 'paid'
  const upgradesFirst = canBeKept || isUnpaid
  // While the organisation waits for its end, no other plan can be bought (D140).
  const upgrade = !organization.deletion && (
    <ButtonLink to="/dashboard/pricing" look={isDearest || upgradesFirst ? 'secondary' : 'primary'}>
      <ArrowUpRight className="size-4" />
      Upgrade Now
    </ButtonLink>
  )
  return (
    <>
      {upgradesFirst
        ? upgrade
        : canBeStopped && (
            <Button
              look="secondary"
              busy={renewal.isBusy || asking === 'stop'}
              disabled={isCancelling}
              onClick={onStop}
            >
              Stop renewing
            </Button>
          )}
      <Button
        look="danger"
        busy={isCancelling || asking === 'cancel'}
        onClick={onCancel}
        className="max-sm:border max-sm:border-bad-line max-sm:bg-surface sm:last:-me-4"
      >
        {isCancelling ? 'Cancelling...' : 'Cancel'}
      </Button>
      {canBeKept ? (
        <Button busy={renewal.isBusy} disabled={isCancelling} onClick={() => renewal.keep(plan)}>
          Keep my plan
        </Button>
      ) : isUnpaid ? (
        <Remedy plan={plan} disabled={isCancelling} />
      ) : (
        upgrade
      )}
    </>
  )
}

/** The button that mends a payment, where one does. */
function Remedy({ plan, disabled }: { plan: SubscribedPlan; disabled: boolean }) {
  if (isBoughtAgain(plan)) {
    return (
      <ButtonLink to="/dashboard/pricing" search={{ interval: plan.interval }}>
        Subscribe again
      </ButtonLink>
    )
  }
  return canChangeMethod(plan) && <ChangeMethod look="primary" disabled={disabled} />
}
