import { CircleCheck } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import type { Plan } from '../../../contract/billing'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/class-names'
import { taxText, useBuyer } from '../buyer-in-use'
import { PlanPoints } from './PlanPoints'
import { PriceText } from './PriceText'
import { billedText, formatPrice, intervalText, type Price } from './price'

interface PlanCardProps {
  plan: Plan
  /** The price. The current plan shows its own price, not the price list's. */
  price: Price
  /** The list's price, if the current plan is paid at another one. */
  newPrice?: Price
  /** The current plan's button that buys it at the list's price. Absent: it can't be bought. */
  again?: 'Switch to the new price' | 'Subscribe again' | undefined
  /**
   * `current`: subscribed to. `busy`: being bought. `waiting`: another plan is being bought. `withheld`: can't be bought now.
   */
  state: 'free' | 'current' | 'busy' | 'waiting' | 'withheld'
  isPrimary: boolean
  isRecommended: boolean
  /** The line below the action. Empty: its room is kept. Null: no card has one. */
  line: string | null
  note: ReactNode
  onSubscribe: () => void
}

/** One plan of the price list. A subgrid lines up prices and buttons. */
export function PlanCard(props: PlanCardProps) {
  const { plan, price, newPrice, again, state, isPrimary, isRecommended, line, note } = props
  const tax = taxText(useBuyer().data)
  const nameId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)

  // A disabled button loses the focus. It gets the focus back before an alert dialog remembers it.
  useLayoutEffect(() => {
    if (wasBusy.current && state === 'free') {
      const { activeElement } = document
      // The heading got the focus when a dialog closed. The body also contains the button.
      const isNear = activeElement?.id === nameId || activeElement?.contains(button.current)
      if (isNear) button.current?.focus()
    }
    wasBusy.current = state === 'busy'
  }, [state, nameId])

  return (
    <li
      className={classNames(
        'grid gap-y-0 rounded-card border px-4 py-5 shadow-card sm:p-6 sm:max-lg:grid-cols-2 sm:max-lg:grid-rows-[auto_auto_1fr] sm:max-lg:gap-x-8 lg:row-span-4 lg:grid-rows-subgrid',
        isRecommended ? 'border-plan-line bg-plan ring-1 ring-plan-line' : 'border-line bg-surface',
      )}
    >
      <div className="wrap-anywhere">
        <div className="flex items-center justify-between gap-3">
          <h2 id={nameId} className="min-w-0 text-18 font-[650] tracking-[-0.02em]">
            {plan.name}
          </h2>
          {isRecommended && (
            <span className="inline-flex h-6 shrink-0 items-center rounded-full bg-brand-100 px-2.25 text-12 font-semibold text-accent forced-colors:border">
              Most popular
            </span>
          )}
        </div>
        <p className="mt-0.5 text-14 text-ink-2">{plan.tag_line_for_plan}</p>
      </div>
      <div className="mt-4.5">
        <PriceText price={price} interval={plan.interval} />
        <p className="mt-0.5 text-12h text-ink-3 tabular-nums">
          {billedText(price, plan.interval)}
        </p>
        {newPrice && (
          <p className="mt-0.5 text-12h text-ink-3 wrap-anywhere">
            {`New price: ${formatPrice(newPrice)} ${intervalText(plan.interval)}${tax}.${again ? '' : ' You keep yours.'}`}
          </p>
        )}
      </div>
      <div className="mt-4.5">
        {state === 'withheld' ? null : state === 'current' ? (
          <>
            <p className="flex min-h-(--control) items-center justify-center gap-2 rounded-control text-14 font-semibold text-ok forced-colors:border">
              <CircleCheck className="size-4.5" />
              <span>Current Plan</span>
            </p>
            {again && (
              <Button
                look="secondary"
                aria-describedby={nameId}
                onClick={props.onSubscribe}
                className="mt-2.5 w-full"
              >
                {again}
              </Button>
            )}
          </>
        ) : (
          <Button
            ref={button}
            look={isPrimary ? 'primary' : 'secondary'}
            busy={state === 'busy'}
            // The specification wants the button disabled (section 4).
            disabled={state === 'waiting' || state === 'busy'}
            aria-describedby={nameId}
            onClick={props.onSubscribe}
            className="w-full"
          >
            Subscribe Now
          </Button>
        )}
        {line !== null && !note && (
          <p className="mt-2 min-h-4.5 text-center text-12h text-ink-3 text-balance">{line}</p>
        )}
        {/* Rendered from the start, so that its text is announced. */}
        <div aria-live="polite">{note}</div>
      </div>
      <PlanPoints
        points={plan.descriptions}
        className={classNames(
          'space-y-3 max-sm:border-t max-sm:pt-4.5 sm:max-lg:col-start-2 sm:max-lg:row-[1/4] sm:max-lg:pt-1 lg:border-t lg:pt-4.5',
          line === null ? 'max-sm:mt-5 lg:mt-5' : 'max-sm:mt-3.5 lg:mt-3.5',
          isRecommended ? 'border-plan-line/45' : 'border-line',
        )}
      />
    </li>
  )
}
