import type { Currency, Plan } from '../../../contract/billing'
import { SegmentedToggle } from '../../ui/SegmentedToggle'
import { yearlySaving } from './yearly-saving'

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
