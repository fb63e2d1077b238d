import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { SubscribedPlan } from '../../../contract/billing'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { Banner } from '../../ui/Banner'
import { ButtonAnchor } from '../../ui/ButtonLink'
import { formatDay, formatDays } from '../days'
import { ownPriceText } from '../pricing/price'
import { canChangeMethod, currentPlanOf, namedMethod } from '../subscribed-plan'
import { ChangeMethod } from './ChangeMethod'
import { usePayment } from './use-payment'

/** Explains a problem with the plan's payment, its consequences, and the remedies (D81). */
export function PaymentBanner() {
  const { data: profile } = useQuery(profileQuery)
  const plan = currentPlanOf(profile)
  const { check, isChecking, isBusy } = usePayment()
  if (!plan) return null
  const [what, ...follows] = wordsOf(plan)
  return (
    <Banner
      label="Payment"
      actions={
        <>
          <button
            type="button"
            aria-disabled={isBusy || undefined}
            aria-busy={isChecking || undefined}
            onClick={() => check(plan)}
            className="inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-3 text-14 font-semibold min-[20rem]:whitespace-nowrap text-warn hover:underline aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:opacity-55 max-sm:flex-1 max-sm:px-1 print:hidden"
          >
            <RefreshCw className={isChecking ? 'size-4 motion-safe:animate-spin' : 'size-4'} />
            Check again
          </button>
          {canChangeMethod(plan) ? (
            <ChangeMethod
              look="secondary"
              className="min-[20rem]:whitespace-nowrap max-sm:flex-1 max-sm:px-2.5"
            />
          ) : (
            settings.supportUrl && (
              <ButtonAnchor href={settings.supportUrl} look="secondary" className="max-sm:flex-1">
                Contact support
              </ButtonAnchor>
            )
          )}
        </>
      }
    >
      <strong className="font-semibold">{what}</strong> <span>{follows.join(' ')}</span>
    </Banner>
  )
}

/** @returns the failed payment in words, with amount and method, and the consequences. */
function wordsOf(plan: SubscribedPlan): string[] {
  const { payment_state, failed_at, tried_until, ends_at, unpaid_from, unpaid_until } = plan
  const end = ends_at ? formatDay(ends_at) : null
  const price = ownPriceText(plan)
  const method = namedMethod(plan)
  const paidWith = method ? ` with ${method}` : ''
  switch (payment_state) {
    case 'pending':
      return [
        `The payment of ${price}${failed_at ? `, due on ${formatDay(failed_at)},` : ''} failed${paidWith}.`,
        tried_until ? `We’ll retry daily until ${formatDay(tried_until)}.` : 'We’ll retry.',
        `A new card is charged ${price} right away.`,
      ]
    case 'halted':
      return [
        `The payment of ${price}${paidWith} failed, and we won’t try again.`,
        ...(end ? [`Your plan ends on ${end} unless the payment method is changed.`] : []),
        ...(unpaid_from
          ? [`You won’t be charged for ${formatDays(unpaid_from, unpaid_until)}.`]
          : []),
      ]
    case 'authorised':
      return [
        `The first payment of ${price}${paidWith} hasn’t arrived.`,
        ...(end ? [`Your plan ends on ${end} unless it arrives.`] : []),
      ]
    default:
      return [
        'Paused at the payment provider.',
        `Nothing will be charged until it is resumed there: then ${price}${paidWith}.`,
      ]
  }
}
