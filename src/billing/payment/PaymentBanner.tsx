import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import type { SubscribedPlan } from '../../../contract/billing'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonAnchor, ButtonLink } from '../../ui/ButtonLink'
import { taxText, useBuyer } from '../buyer-in-use'
import { formatDay, formatDays } from '../days'
import { everyInterval, ownPriceText } from '../pricing/price'
import { canChangeMethod, currentPlanOf, isBoughtAgain, namedMethod } from '../subscribed-plan'
import { ChangeMethod } from './ChangeMethod'
import { usePayment } from './use-payment'

/** The pages whose plan card has the button that mends the payment. */
const pagesWithCard = ['/dashboard/subscription', '/dashboard/default']

/** Explains a problem with the plan's payment, its consequences, and the remedies (D81). */
export function PaymentBanner() {
  const isBesideCard = useLocation({ select: ({ pathname }) => pagesWithCard.includes(pathname) })
  const { data: profile } = useQuery(profileQuery)
  const plan = currentPlanOf(profile)
  const { check, isChecking, isBusy } = usePayment()
  const tax = taxText(useBuyer().data)
  if (!plan) return null
  const [what, ...follows] = wordsOf(plan, tax)
  return (
    <Banner
      label="Payment"
      fact={what ?? ''}
      actions={
        <>
          <Button
            look="warm"
            size="small"
            busy={isChecking}
            aria-disabled={isBusy}
            onClick={() => check(plan)}
          >
            {!isChecking && <RefreshCw className="size-4" />}
            <span>Check again</span>
          </Button>
          {isBoughtAgain(plan)
            ? !isBesideCard && (
                <ButtonLink
                  to="/dashboard/pricing"
                  search={{ interval: plan.interval }}
                  look="secondary"
                  size="small"
                >
                  Subscribe again
                </ButtonLink>
              )
            : canChangeMethod(plan)
              ? !isBesideCard && <ChangeMethod look="secondary" size="small" />
              : settings.supportUrl && (
                  <ButtonAnchor href={settings.supportUrl} look="secondary" size="small">
                    Contact support
                  </ButtonAnchor>
                )}
        </>
      }
    >
      <span>{follows.join(' ')}</span>
    </Banner>
  )
}

/** @returns the failed payment in words, with amount and method, and the consequences. */
function wordsOf(plan: SubscribedPlan, tax: string): string[] {
  const { payment_state, failed_at, tried_until, ends_at, unpaid_from, unpaid_until } = plan
  const end = ends_at ? formatDay(ends_at) : null
  const price = ownPriceText(plan, tax)
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
        ...(end
          ? [
              `Your plan ends on ${end} unless ${isBoughtAgain(plan) ? 'you subscribe again' : 'the payment method is changed'}.`,
            ]
          : []),
        ...(unpaid_from && !isBoughtAgain(plan)
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
        'Your plan is paused at the payment provider.',
        `Only ${settings.productName} can resume it: please contact support. Nothing is charged until then.`,
        `Once it is resumed, ${method ?? 'the payment method'} is charged ${price} ${everyInterval(plan.interval)}, from the next period on.`,
      ]
  }
}
