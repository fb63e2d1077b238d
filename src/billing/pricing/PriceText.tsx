import type { Plan } from '../../../contract/billing'
import { taxText, useBuyer } from '../buyer-in-use'
import { formatPrice, intervalText, type Price } from './price'

interface PriceTextProps {
  price: Price
  interval: Plan['interval']
}

/** A price, its interval, and the tax that it contains: '$99 / month, incl. GST'. */
export function PriceText({ price, interval }: PriceTextProps) {
  const tax = taxText(useBuyer().data)
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5">
      <span className="text-38 font-[680] tracking-[-0.035em] text-ink tabular-nums">
        {formatPrice(price)}
      </span>
      <span className="text-14 text-ink-3">{intervalText(interval) + (tax && `,${tax}`)}</span>
    </p>
  )
}
