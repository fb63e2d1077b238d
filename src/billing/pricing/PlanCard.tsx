import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import type { Plan } from '../../../contract/billing'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/class-names'
import { taxText, useBuyer } from '../buyer-in-use'
import { PlanPoints } from './PlanPoints'
import { PriceText } from './PriceText'
import { formatPrice, intervalText, type Price } from './price'

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
  note: ReactNode
  onSubscribe: () => void
}

/** One plan of the price list. A subgrid lines up prices and buttons. */
export function PlanCard(props: PlanCardProps) {
  const { plan, price, newPrice, again, state, note, onSubscribe } = props
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
        'row-span-4 grid grid-rows-subgrid gap-y-0 rounded-card border bg-surface p-6 shadow-card md:max-lg:p-5',
        state === 'current'
          ? 'border-brand-500 ring-1 ring-brand-500 dark:border-brand-400 dark:ring-brand-400'
          : 'border-line',
      )}
    >
      <div className="wrap-anywhere">
        <h2 id={nameId} className="text-18 font-[650] tracking-[-0.02em]">
          {plan.name}
        </h2>
        <p className="mt-0.5 text-14 text-ink-3">{plan.tag_line_for_plan}</p>
      </div>
      <div className="mt-3.5">
        <PriceText price={price} interval={plan.interval} />
        {newPrice && (
          <p className="mt-0.5 text-12h text-ink-3 wrap-anywhere">
            {`New price: ${formatPrice(newPrice)} ${intervalText(plan.interval)}${tax}.${again ? '' : ' You keep yours.'}`}
          </p>
        )}
      </div>
      <div className="mt-3.5">
        {state === 'withheld' ? null : state === 'current' ? (
          <>
            <Button
              look="secondary"
              disabled
              aria-describedby={nameId}
              className="w-full disabled:not-aria-busy:opacity-100"
            >
              Current Plan
            </Button>
            {again && (
              <Button
                look="secondary"
                aria-describedby={nameId}
                onClick={onSubscribe}
                className="mt-2.5 w-full"
              >
                {again}
              </Button>
            )}
          </>
        ) : (
          <Button
            ref={button}
            busy={state === 'busy'}
            // The specification wants the button disabled (section 4).
            disabled={state === 'waiting' || state === 'busy'}
            aria-describedby={nameId}
            onClick={onSubscribe}
            className="w-full"
          >
            Subscribe Now
          </Button>
        )}
        {/* Rendered from the start, so that its text is announced. */}
        <div aria-live="polite">{note}</div>
      </div>
      <PlanPoints
        points={plan.descriptions}
        className="mt-4.5 space-y-3.25 border-t border-line pt-5"
      />
    </li>
  )
}
