import { useQuery } from '@tanstack/react-query'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { ButtonAnchor } from '../../ui/ButtonLink'
import { currentPlanOf } from '../current-plan'
import { formatDay } from '../days'
import { formatDays } from '../moments'
import { canChangeMethod, namedMethod } from '../payment-method'
import { ownPriceText } from '../pricing/price'
import { ChangeMethod } from './ChangeMethod'
import { usePayment } from './use-payment'

/**
 * Explains a problem with the plan's payment, its consequences, and the remedies (D81).
 * @param heightKey under which the browser keeps its height, in px.
 */
export function PaymentBanner({ heightKey }: { heightKey: string }) {
  const { data: profile } = useQuery(profileQuery)
  const plan = currentPlanOf(profile)
  const { check, isChecking, isChanging } = usePayment()
  const banner = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    try {
      localStorage.setItem(heightKey, String(banner.current?.offsetHeight ?? 0))
    } catch {
      // Storage is full: the next page moves once.
    }
  })
  if (!profile || !plan) return null
  const busy = isChecking || isChanging
  return (
    <section
      ref={banner}
      aria-label="Payment"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-warn-bg px-4 py-3.5 sm:px-6"
    >
      <div role="status" className="flex min-w-0 flex-[1_1_16rem] gap-3 text-14 text-ink">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
        <p className="min-w-0 wrap-anywhere">{wordsOf(plan)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2.5 max-sm:w-full">
        <button
          type="button"
          aria-disabled={busy || undefined}
          aria-busy={isChecking || undefined}
          onClick={() => check(plan)}
          className="inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-3 text-14 font-semibold min-[20rem]:whitespace-nowrap text-warn hover:underline aria-disabled:cursor-not-allowed max-sm:flex-1 max-sm:px-1 print:hidden"
        >
          <RefreshCw
            className={isChecking ? 'size-4 motion-safe:animate-spin' : 'size-4'}
            aria-hidden="true"
          />
          Check again
        </button>
        {canChangeMethod(plan) ? (
          <ChangeMethod
            plan={plan}
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
      </div>
    </section>
  )
}

/** What happened, with amount and method, and what follows. */
function wordsOf(plan: SubscribedPlan): ReactNode {
  const { payment_state, failed_at, tried_until, ends_at, unpaid_from, unpaid_until } = plan
  const end = ends_at ? formatDay(ends_at) : null
  const price = ownPriceText(plan)
  const method = namedMethod(plan)
  const paidWith = method ? ` with ${method}` : ''
  switch (payment_state) {
    case 'pending':
      return (
        <>
          <Strong>
            {`The payment of ${price}${failed_at ? `, due on ${formatDay(failed_at)},` : ''} failed${paidWith}.`}
          </Strong>{' '}
          {tried_until ? `We’ll retry daily until ${formatDay(tried_until)}.` : 'We’ll retry.'}{' '}
          {`Another card is charged ${price} at once.`}
        </>
      )
    case 'halted':
      return (
        <>
          <Strong>{`The payment of ${price}${paidWith} failed, and isn’t tried again.`}</Strong>{' '}
          {end && `Your plan ends on ${end} unless the payment method is changed.`}{' '}
          {unpaid_from && `${formatDays(unpaid_from, unpaid_until)} is not charged later.`}
        </>
      )
    case 'authorised':
      return (
        <>
          <Strong>{`The first payment of ${price}${paidWith} hasn’t arrived.`}</Strong>{' '}
          {end && `Your plan ends on ${end} unless it does.`}
        </>
      )
    default:
      return (
        <>
          <Strong>Paused at the payment provider.</Strong>{' '}
          {`Nothing is charged until it is resumed there: then ${price}${paidWith}.`}
        </>
      )
  }
}

function Strong({ children }: { children: string }) {
  return <strong className="font-semibold">{children}</strong>
}
