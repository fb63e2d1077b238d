import { mostWithoutApproval } from '../../../contract/bank-approval'
import type { SubscribedPlan } from '../../../contract/billing'
import { formatDay } from '../days'
import { formatPrice, priceOf } from '../pricing/price'

/** Shows the next charge, or the plan's end (D81). Nothing if unknown. */
export function RenewalLine({ plan }: { plan: SubscribedPlan }) {
  const { renews_at, ends_at, payment_state, payment_method: method } = plan
  const isStopped = payment_state === 'paid' && ends_at
  if (!isStopped && !renews_at) return null
  const price = priceOf(plan, 'INR')
  const card = method?.network && method.last_digits
  const paidWith = card ? `, ${method.network} ending in ${method.last_digits}` : ''
  return (
    <div className="mt-1 text-14 text-ink-2 wrap-anywhere lg:text-end">
      <p>
        {isStopped
          ? `Ends on ${formatDay(ends_at, true)}; nothing more is charged`
          : `Renews on ${formatDay(renews_at ?? '', true)} for ${formatPrice(price)}${paidWith}`}
      </p>
      {!isStopped && price.currency === 'INR' && (
        <p className="mt-0.5 text-12h text-ink-3">
          {price.amount > mostWithoutApproval
            ? 'Your bank asks you to approve each payment.'
            : 'Your bank announces the payment, which follows about 36 hours later.'}
        </p>
      )}
    </div>
  )
}
