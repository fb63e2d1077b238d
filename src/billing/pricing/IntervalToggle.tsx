import type { Currency, Plan } from '../../../contract/billing'
import { SegmentedToggle } from '../../ui/SegmentedToggle'
import { priceOf } from './price'

interface IntervalToggleProps {
  plans: readonly Plan[]
  currency: Currency
  interval: Plan['interval']
  onChange: (interval: Plan['interval']) => void
}

/** Monthly or yearly, with the yearly saving (D17). */
export function IntervalToggle({ plans, currency, interval, onChange }: IntervalToggleProps) {
  const saving = yearlySaving(plans, currency)
  return (
    <SegmentedToggle
      label="Billing period"
      value={interval}
      onChange={onChange}
      options={[
        { value: 'monthly', label: 'Monthly' },
        {
          value: 'yearly',
          label: (
            <>Yearly {saving && <span className="text-12 font-[650] text-ok">{saving}</span>}</>
          ),
        },
      ]}
    />
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
