import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarX, CreditCard, ReceiptText, Tags } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Currency, Plan, SubscribedPlan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { profileQuery, useFreshProfile } from '../../profile/queries'
import { settings } from '../../settings'
import { useTeamAhead } from '../../team/queries'
import { Button } from '../../ui/Button'
import { ButtonAnchor } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { Dialog } from '../../ui/dialogs/Dialog'
import { EmptyState } from '../../ui/EmptyState'
import { LoadingText } from '../../ui/LoadingText'
import { QueryView } from '../../ui/QueryView'
import { SegmentedToggle } from '../../ui/SegmentedToggle'
import { Skeleton } from '../../ui/Skeleton'
import { showToast } from '../../ui/toasts/toast'
import type { BuyerTexts } from '../buyer/buyer-texts'
import { knownTaxText, taxText, useBuyer } from '../buyer-in-use'
import { checkoutTexts, useCheckout } from '../checkout/use-checkout'
import { formatDay } from '../days'
import { currencyQuery, pricingQuery } from '../queries'
import {
  currentPlanOf,
  isBoughtAgain,
  isCurrentPlan,
  isSamePlan,
  isSameSubscription,
} from '../subscribed-plan'
import { changeWord, emphasisOf, nextText } from './change-of-plan'
import { overdueText, unrefundedText } from './ending-a-plan'
import { PlanCard } from './PlanCard'
import { PlanLosses } from './PlanLosses'
import { everyInterval, formatPrice, ownPriceOf, type Price, priceOf, yearlySaving } from './price'

// Loads late, because only a first purchase with tax needs it.
const BuyerQuestion = lazy(() => import('./BuyerQuestion'))

interface PlanListProps {
  interval: Plan['interval']
  onIntervalChange: (interval: Plan['interval']) => void
}

export function PlanList(props: PlanListProps) {
  const pricing = useRetryableQuery(pricingQuery)
  const profile = useRetryableQuery(profileQuery)
  const { isKnown } = useBuyer()
  const { data } = pricing
  // The profile tells which plan is the current one.
  const isPending = pricing.isPending || (data !== undefined && (profile.isPending || !isKnown))
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

/** Milliseconds between readings of the profile while a payment may arrive late. */
const latePayment = 10_000

interface PlansProps extends PlanListProps {
  plans: readonly Plan[]
  /** The profile, or null where it failed to load. Subscribing still works without it. */
  profile: Profile | null
}

function Plans({ plans, profile, interval, onIntervalChange }: PlansProps) {
  const { data: visitorCurrency = 'USD' } = useQuery(currencyQuery)
  const [chosenCurrency, setChosenCurrency] = useState<Currency | null>(null)
  const currency = chosenCurrency ?? visitorCurrency
  const { data: buyer } = useBuyer()
  const isIndian = buyer?.billed_to?.country === 'IN'
  const canChooseRupees =
    isIndian && visitorCurrency === 'USD' && plans.some((plan) => plan.amount_in_inr !== undefined)
  const subscribing = useCheckout()
  useTeamAhead()
  const isAwaited = profile && settings.isOurServer && subscribing.note?.kind === 'dismissed'
  // A payment made outside of checkout may still arrive.
  useQuery({ ...profileQuery, enabled: isAwaited === true, refetchInterval: latePayment })
  const fresh = useFreshProfile()
  const client = useQueryClient()
  const [asking, setAsking] = useState<Question | null>(null)
  /** The plan whose purchase waits for the buyer. */
  const [unbilled, setUnbilled] = useState<Plan | null>(null)
  // Keeps the typed buyer when the dialog is closed.
  const [buyerTexts, setBuyerTexts] = useState<BuyerTexts | null>(null)
  const current = currentPlanOf(profile)
  const shown = plans.filter((plan) => plan.interval === interval)
  const saving = yearlySaving(plans, currency)
  const emphasis = emphasisOf(shown, current)

  const ownPrice = current && ownPriceOf(current)
  const ownOf = (plan: Plan) => (isCurrentPlan(plan, current) ? ownPrice : null)

  /** Returns a plan's price. The current plan is priced in its own currency, which its card shows. */
  const priceFor = (plan: Plan) => priceOf(plan, ownOf(plan)?.currency ?? currency)

  /** Returns the charges of a new plan, with the tax of the buyer that was just saved. */
  const chargesFor = (plan: Plan, shown: Profile | null) =>
    chargesOf(plan, priceFor(plan), knownTaxText(client), shown)

  function start(plan: Plan, shown: Profile | null) {
    const price = priceFor(plan)
    subscribing.start({ plan, price, charges: chargesFor(plan, shown), profile: shown })
  }

  /**
   * Buys a plan. First asks about the present plan, unless that is the one that the user has `confirmed` to replace. Before a
   * first purchase with tax, it asks for the buyer, unless that is decided.
   */
  function choose(plan: Plan, confirmed: SubscribedPlan | null, isBuyerDecided = false) {
    setAsking(null)
    setUnbilled(null)
    void fresh.read(plan.razorpay_plan_id, {
      onRead(read) {
        const present = currentPlanOf(read)
        if (present && isSamePlan(plan, present) && !isBoughtAgain(present)) {
          showToast('info', 'Nothing was bought.', `You already have the ${present.name} plan.`)
        } else if (present && !isSameSubscription(present, confirmed)) {
          setAsking({ plan, current: present, charges: chargesFor(plan, read) })
        } else if (!present && buyer?.tax === 'gst' && !buyer.billed_to && !isBuyerDecided) {
          setUnbilled(plan)
        } else start(plan, read)
      },
      // Checkout works without a profile.
      onFailure: (error) => (profile ? subscribing.fail(error) : start(plan, null)),
    })
  }

  /** Returns the current plan's price, and the list's price if that differs. */
  function pricesOf(plan: Plan) {
    const own = ownOf(plan)
    const listed = priceFor(plan)
    if (!own || !current) return { price: listed }
    const again = isBoughtAgain(current) ? ('Subscribe again' as const) : undefined
    const isComparable = own.currency === listed.currency
    if (isComparable && own.amount === listed.amount) return { price: own, again }
    const canSwitch = isComparable && listed.amount < own.amount && !isSamePlan(plan, current)
    const change = canSwitch ? ('Switch to the new price' as const) : undefined
    return { price: own, newPrice: listed, again: again ?? change }
  }

  const isOwned = (plan: Plan) =>
    current !== null && isSamePlan(plan, current) && !isBoughtAgain(current)
  const isEnding = Boolean(profile?.organization.deletion)

  function stateOf(plan: Plan) {
    if (isEnding) return 'withheld'
    const inProgress = fresh.waiting ?? subscribing.inProgress
    if (inProgress === plan.razorpay_plan_id) return 'busy'
    if (isCurrentPlan(plan, current)) return 'current'
    return inProgress ? 'waiting' : 'free'
  }

  /** Returns the line below a plan's action. A first plan needs none. */
  function lineOf(plan: Plan): string | null {
    if (!current || isEnding) return null
    if (isCurrentPlan(plan, current)) return nextText(current, plan, taxText(buyer))
    const word = changeWord(plan, current)
    const charge = `${formatPrice(priceFor(plan))}${taxText(buyer)} is charged today.`
    return word ? `${word}. ${charge}` : charge
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 sm:mb-6 sm:flex-nowrap">
        <p className="max-w-160 text-15 text-balance text-ink-2">
          Choose the plan that fits your organisation. Change or cancel it whenever you like.
        </p>
        <div className="flex flex-wrap gap-4 max-sm:w-full sm:shrink-0">
          {canChooseRupees && (
            <SegmentedToggle
              label="Currency"
              value={currency}
              onChange={setChosenCurrency}
              options={[
                { value: 'USD', label: 'Dollars' },
                { value: 'INR', label: 'Rupees' },
              ]}
            />
          )}
          <SegmentedToggle
            label="Billing period"
            value={interval}
            onChange={onIntervalChange}
            options={[
              { value: 'monthly', label: 'Monthly' },
              {
                value: 'yearly',
                label: (
                  <>
                    <span>Yearly </span>
                    {saving && <span className="text-12 font-[650] text-ok">{saving}</span>}
                  </>
                ),
              },
            ]}
          />
        </div>
      </div>
      {shown.length === 0 ? (
        <NoPlans interval={interval} />
      ) : (
        <ul className={planGridClasses}>
          {shown.map((plan) => (
            <PlanCard
              key={plan.razorpay_plan_id}
              plan={isCurrentPlan(plan, current) && current ? ownNamesOf(plan, current) : plan}
              {...pricesOf(plan)}
              state={stateOf(plan)}
              isPrimary={plan === emphasis.plan}
              isRecommended={plan === emphasis.plan && emphasis.isRecommended}
              line={lineOf(plan)}
              note={
                subscribing.note?.planId === plan.razorpay_plan_id &&
                !isOwned(plan) && <CheckoutNote kind={subscribing.note.kind} />
              }
              onSubscribe={() => choose(plan, null)}
            />
          ))}
        </ul>
      )}
      {settings.isOurServer && (
        <ul className="mt-5 grid gap-x-7 gap-y-2 lg:grid-cols-[17rem_24.75rem_1fr] text-12h text-ink-3 *:flex *:items-center *:gap-2 [&_svg]:size-3.75 [&_svg]:shrink-0">
          <li>
            <CreditCard />
            <span>
              {isSandbox() ? 'Payments in a sandbox: no money moves' : 'Payments by Razorpay'}
            </span>
          </li>
          <li>
            <CalendarX />
            <span>Stop the renewal any time; the plan stays until the period ends</span>
          </li>
          <li>
            <ReceiptText />
            <span>A receipt for every payment</span>
          </li>
        </ul>
      )}
      {asking && (
        <ChangeQuestion
          {...asking}
          onRefuse={() => setAsking(null)}
          onConfirm={() => choose(asking.plan, asking.current)}
        />
      )}
      {unbilled && (
        <Suspense>
          <BuyerQuestion
            plan={unbilled}
            typed={buyerTexts}
            onType={setBuyerTexts}
            onDecided={() => choose(unbilled, null, true)}
            onClose={() => setUnbilled(null)}
          />
        </Suspense>
      )}
      {subscribing.alert && (
        // The result of a purchase as the product's own dialog, not the browser's alert.
        <Dialog
          role="alertdialog"
          title={subscribing.alert.text}
          onClose={subscribing.closeAlert}
          actions={<Button onClick={subscribing.closeAlert}>OK</Button>}
        >
          {subscribing.alert.detail && <p>{subscribing.alert.detail}</p>}
        </Dialog>
      )}
    </>
  )
}

/** The confirmation of a change of plan, with the profile read when it was opened (D146). */
interface Question {
  plan: Plan
  /** The profile's plan, which would end. */
  current: SubscribedPlan
  charges: string
}

interface ChangeQuestionProps extends Question {
  onRefuse: () => void
  onConfirm: () => void
}

function ChangeQuestion({ plan, current, charges, onRefuse, onConfirm }: ChangeQuestionProps) {
  const isSameName = current.name === plan.name
  const overdue = overdueText(current, taxText(useBuyer().data))
  if (isSamePlan(plan, current)) {
    return (
      <ConfirmDialog
        title={`Subscribe to ${current.name} again?`}
        refusal="Not now"
        confirmation="Go to checkout"
        onRefuse={onRefuse}
        onConfirm={onConfirm}
      >
        <p>Your plan stays as it is until you’ve paid. Then it ends, and a new one begins.</p>
        <p>{`You pay ${charges}.`}</p>
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={isSameName ? `Change how you pay for ${plan.name}?` : `Switch to ${plan.name}?`}
      refusal="Keep plan"
      confirmation="Switch plan"
      onRefuse={onRefuse}
      onConfirm={onConfirm}
    >
      <p>
        Your current plan, {current.name}, ends as soon as you’ve paid for{' '}
        {isSameName ? `the ${plan.interval} one` : plan.name}. {unrefundedText(current)}
      </p>
      <p>{`You pay ${charges}.`}</p>
      {overdue && <p>{overdue}</p>}
      {plan.limits && <PlanLosses limits={plan.limits} when={`With ${plan.name}`} />}
    </ConfirmDialog>
  )
}

/**
 * @returns the charges of a new plan: '$29 today, then every month from 24 December 2026'. Only our own server knows the day.
 */
function chargesOf({ interval }: Plan, price: Price, tax: string, profile: Profile | null): string {
  const next = settings.isOurServer ? profile?.next_charges?.[interval] : undefined
  const from = next ? ` from ${formatDay(next, true)}` : ''
  return `${formatPrice(price)}${tax} today, then ${everyInterval(interval)}${from}`
}

/** @returns a plan of the price list as the organisation has it, by the name that receipts and mails have too. */
const ownNamesOf = (
  plan: Plan,
  { name, tag_line_for_plan, descriptions }: SubscribedPlan,
): Plan => ({
  ...plan,
  name,
  tag_line_for_plan,
  descriptions: descriptions.map(({ point }) => point),
})

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
    <Card isFlush>
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

/** Whether checkout is the stand-in for the payment provider. */
const isSandbox = () => settings.checkoutKey === 'rzp_sandbox'

const planGridClasses = 'grid gap-4 lg:grid-cols-3 lg:gap-5'

const cards = ['first', 'second', 'third']
const points = ['w-32', 'w-36', 'w-40', 'w-28']

function PlanListSkeleton() {
  return (
    <>
      <div className="mb-7 flex min-h-12 items-center">
        <LoadingText>Loading...</LoadingText>
      </div>
      <div className={planGridClasses} aria-hidden="true">
        {cards.map((card) => (
          <div key={card} className="rounded-card border border-line bg-surface p-6 shadow-card">
            <Skeleton className="mt-1 h-5 w-24" />
            <Skeleton className="mt-3 h-3.5 w-44 max-w-full" />
            <Skeleton className="mt-6 h-8 w-28" />
            <Skeleton className="mt-5 h-(--control) rounded-control" />
            <div className="mt-4.5 space-y-4.5 border-t border-line pt-5.5">
              {points.map((width) => (
                <Skeleton key={width} className={`h-3.5 ${width}`} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  )
}
