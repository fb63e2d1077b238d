import { useQuery } from '@tanstack/react-query'
import { mostWithoutApproval } from '../../../contract/bank-approval'
import type { SubscribedPlan } from '../../../contract/billing'
import { methodText } from '../../../contract/payment-method'
import type { Profile } from '../../../contract/profile'
import { organisationQuery } from '../../organisation/queries'
import { useFetchedProfile } from '../../profile/queries'
import { settings } from '../../settings'
import { formatDay, formatDays, formatMoment } from '../days'
import { everyInterval, ownPriceOf, ownPriceText } from '../pricing/price'
import { isBoughtAgain, namedMethod } from '../subscribed-plan'

/**
 * The next charge: amount, method and day. If nothing will be charged, the consequences (D81, D109). Shows nothing
 * if that is unknown.
 */
export function PaymentLines({ plan }: { plan: SubscribedPlan }) {
  const organization = useFetchedProfile()?.organization
  const isEnding = Boolean(organization?.deletion)
  const { data: kept } = useQuery({ ...organisationQuery, enabled: isEnding })
  const [first, ...others] =
    (organization && linesOfDeletion(plan, organization, kept?.renews_when_kept)) ?? linesOf(plan)
  if (!first) return null
  return (
    <div className="mt-1 text-14 text-pretty text-ink-2 wrap-anywhere lg:ms-auto lg:max-w-104 lg:text-end">
      <p>{first}</p>
      {others.map((line) => (
        <p key={line} className="mt-0.5 text-12h text-ink-3">
          {line}
        </p>
      ))}
    </div>
  )
}

function linesOf(plan: SubscribedPlan): string[] {
  const { payment_state, renews_at, ends_at, failed_at, next_try_at, paid_until } = plan
  const price = ownPriceText(plan)
  const method = namedMethod(plan)
  const payer = method ?? 'the payment method'
  switch (payment_state) {
    case 'pending':
      return [
        `${price} overdue${failed_at ? ` since ${formatDay(failed_at)}` : ''}`,
        `We’ll try ${payer} again${next_try_at ? ` on ${formatDay(next_try_at)}` : ''}.`,
      ]
    case 'halted':
      return [
        notCharged(plan) ?? `${price} not charged`,
        `We won’t try ${payer} again.${ends_at ? ` The plan ends on ${formatDay(ends_at, true)} unless ${isBoughtAgain(plan) ? 'you subscribe again' : 'the payment method is changed'}.` : ''}`,
      ]
    case 'paused':
      return [
        `Nothing is charged until ${settings.productName} resumes it at the payment provider`,
        ...(paid_until ? [`Paid until ${formatDay(paid_until, true)}.`] : []),
        `Then ${payer} is charged ${price} ${everyInterval(plan.interval)}, from the next period on. You can change it then.`,
      ]
    case 'authorised':
      return [
        `The first payment of ${price}${method ? `, with ${method},` : ''} hasn’t arrived yet`,
        'The payment method can be changed once it has.',
      ]
    default:
      return ends_at ? linesOfStopped(plan, ends_at) : linesOfRenewal(plan, renews_at)
  }
}

/**
 * @param renews whether the plan renews if the organisation is kept; undefined: unknown.
 * @returns the lines of a plan that ends with its organisation or before (D140); null: it doesn't.
 */
function linesOfDeletion(
  plan: SubscribedPlan,
  { name, deletion }: Profile['organization'],
  renews: boolean | undefined,
): string[] | null {
  const { ends_at } = plan
  if (!deletion || plan.payment_state !== 'paid' || !ends_at) return null
  const end = Date.parse(deletion.due_at) < Date.parse(ends_at) ? deletion.due_at : ends_at
  const lines = [`Ends on ${formatDay(end, true)}; nothing more will be charged`]
  if (renews === undefined || deletion.state !== 'waiting') return lines
  const day = formatDay(ends_at, true)
  const then = renews ? `renews on ${day} for ${ownPriceText(plan)}` : `still ends, on ${day}`
  return [...lines, `If you keep ${name}, the plan ${then}.`]
}

function linesOfStopped(plan: SubscribedPlan, end: string): string[] {
  const until = plan.can_be_kept_until
  return [
    `Ends on ${formatDay(end, true)}; nothing more will be charged`,
    until
      ? `Changed your mind? Keep the plan before ${formatMoment(until)}. ${ownPriceText(plan)} is then charged on ${formatDay(end, true)}.`
      : 'It can no longer be kept. You can choose it again from that day on.',
  ]
}

function linesOfRenewal(plan: SubscribedPlan, renewsAt: string | undefined): string[] {
  const { amount, currency } = ownPriceOf(plan)
  const missed = notCharged(plan)
  if (!renewsAt) return missed ? [missed] : []
  const card = plan.payment_method?.last_digits ? `, ${methodText(plan)}` : ''
  const byBank =
    amount > mostWithoutApproval
      ? 'Your bank asks you to approve each payment.'
      : 'Your bank tells you about 36 hours before it charges you.'
  return [
    `Renews on ${formatDay(renewsAt, true)} for ${ownPriceText(plan)}${card}`,
    ...(missed ? [`${missed}.`] : []),
    ...(currency === 'INR' ? [byBank] : []),
  ]
}

/** @returns the unpaid period that won't be charged any more (D111), or null. */
function notCharged({ unpaid_from, unpaid_until }: SubscribedPlan): string | null {
  return unpaid_from ? `You won’t be charged for ${formatDays(unpaid_from, unpaid_until)}` : null
}
