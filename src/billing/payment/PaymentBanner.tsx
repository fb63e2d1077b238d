import { useQuery } from '@tanstack/react-query'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { Button } from '../../ui/Button'
import { ButtonAnchor } from '../../ui/ButtonLink'
import { keepFocus } from '../../ui/focus/keep-focus'
import { currentPlanOf } from '../current-plan'
import { formatDay } from '../days'
import { bannerHeightKey } from './needs-banner'
import { usePayment } from './use-payment'

/** Explains a problem with the plan's payment, its consequences, and the remedies (D81). */
export function PaymentBanner() {
  const { data: profile } = useQuery(profileQuery)
  const plan = currentPlanOf(profile)
  const { check, changeMethod, isChecking, isChanging } = usePayment()
  const banner = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    try {
      localStorage.setItem(bannerHeightKey, String(banner.current?.offsetHeight ?? 0))
    } catch {
      // Storage is full: the next page moves once.
    }
  })
  useLayoutEffect(() => {
    const { current: shown } = banner
    // It goes when the payment arrives, with the button that asked.
    return () => {
      if (!shown?.contains(document.activeElement)) return
      const restoreFocus = keepFocus()
      restoreFocus()
    }
  }, [])
  if (!profile || !plan) return null
  const isCard = plan.payment_method?.kind === 'card'
  const canChange =
    isCard && ['pending', 'halted'].includes(plan.payment_state ?? '') && plan.subscription_id
  const busy = isChecking || isChanging
  return (
    <section
      ref={banner}
      aria-label="Payment"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-warn-bg px-4 py-3.5 sm:px-6"
    >
      <div role="status" className="flex min-w-0 flex-[1_1_16rem] gap-3 text-14 text-ink">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
        <p className="min-w-0 wrap-anywhere">{wordsOf(plan, isCard)}</p>
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
        {canChange ? (
          <Button
            look="secondary"
            busy={isChanging}
            className="min-[20rem]:whitespace-nowrap max-sm:flex-1 max-sm:px-2.5"
            onClick={() => changeMethod(plan, profile)}
          >
            Change payment method
          </Button>
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

function wordsOf(plan: SubscribedPlan, isCard: boolean): ReactNode {
  const { payment_state, failed_at, tried_until, ends_at } = plan
  const end = ends_at ? formatDay(ends_at) : null
  switch (payment_state) {
    case 'pending':
      return (
        <>
          <strong className="font-semibold">
            {failed_at ? `The payment of ${formatDay(failed_at)} failed.` : 'The payment failed.'}
          </strong>{' '}
          {tried_until
            ? `It is tried again daily until ${formatDay(tried_until)}.`
            : 'It is tried again.'}
        </>
      )
    case 'halted':
      return (
        <>
          <strong className="font-semibold">The last attempt failed.</strong>{' '}
          {end &&
            `Your plan ends on ${end} unless ${isCard ? 'the payment method is changed' : 'it is paid before'}.`}
        </>
      )
    case 'authorised':
      return (
        <>
          <strong className="font-semibold">The first payment hasn’t arrived.</strong>{' '}
          {end && `Your plan ends on ${end} unless it does.`}
        </>
      )
    default:
      return (
        <>
          <strong className="font-semibold">Paused at the payment provider.</strong> Nothing is
          charged until it is resumed there.
        </>
      )
  }
}
