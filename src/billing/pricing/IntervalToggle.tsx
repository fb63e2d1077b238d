import { useId } from 'react'
import type { Currency, Plan } from '../../../contract/billing'
import { priceOf } from './price'

interface IntervalToggleProps {
  plans: readonly Plan[]
  currency: Currency
  interval: Plan['interval']
  onChange: (interval: Plan['interval']) => void
}

/** Monthly or yearly, with the yearly saving (D17). Native radio buttons: arrow keys move between them. */
export function IntervalToggle({ plans, currency, interval, onChange }: IntervalToggleProps) {
  const name = useId()
  const saving = yearlySaving(plans, currency)
  return (
    <fieldset className="flex w-fit max-w-full min-w-0 flex-wrap gap-x-1 gap-y-2.5 rounded-control border border-line bg-sunken p-1">
      <legend className="sr-only">Billing period</legend>
      {(['monthly', 'yearly'] as const).map((value) => (
        <label
          key={value}
          className="relative flex min-h-8.5 cursor-pointer items-center gap-1 rounded-8 border border-transparent px-4.25 text-14 font-semibold whitespace-nowrap text-ink-2 transition-[background-color,color] select-none hover:text-ink has-checked:border-edge has-checked:bg-surface has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-500 dark:has-checked:bg-raised dark:has-focus-visible:outline-brand-300"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === interval}
            onChange={() => onChange(value)}
            // As high as the track: a touch target of 44 px.
            className="absolute -inset-x-px -inset-y-1.5 cursor-pointer appearance-none rounded-8 outline-none"
          />
          {value === 'monthly' ? 'Monthly' : 'Yearly '}
          {value === 'yearly' && saving && (
            <span className="text-12 font-[650] text-ok">{saving}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

/**
 * The saving of paying yearly, if every plan exists for both intervals in one currency (D17).
 * @returns 'save 17%', or 'save up to 17%' where plans differ; null unless every plan saves something.
 */
export function yearlySaving(plans: readonly Plan[], currency: Currency): string | null {
  const names = new Set(plans.map((plan) => plan.name))
  const percentages: number[] = []
  for (const name of names) {
    const monthly = plans.find((plan) => plan.name === name && plan.interval === 'monthly')
    const yearly = plans.find((plan) => plan.name === name && plan.interval === 'yearly')
    if (!monthly || !yearly) return null
    const month = priceOf(monthly, currency)
    const year = priceOf(yearly, currency)
    if (month.currency !== year.currency) return null
    // Skips free plans.
    if (month.amount === 0 && year.amount === 0) continue
    percentages.push(Math.round((1 - year.amount / (12 * month.amount)) * 100))
  }
  const [least, most] = [Math.min(...percentages), Math.max(...percentages)]
  if (percentages.length === 0 || !(least > 0)) return null
  return least === most ? `save ${most}%` : `save up to ${most}%`
}
