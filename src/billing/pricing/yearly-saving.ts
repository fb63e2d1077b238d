import type { Currency, Plan } from '../../../contract/billing'
import { priceOf } from './price'

/**
 * What paying yearly saves against twelve months, where every plan's name exists for both intervals
 * in one currency (D17).
 * @returns such as 'save 17%' (or 'save up to 17%', where plans differ); null where nothing is
 *   saved, or not with every plan.
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
    // A plan without a price saves nothing either way.
    if (month.amount === 0 && year.amount === 0) continue
    percentages.push(Math.round((1 - year.amount / (12 * month.amount)) * 100))
  }
  const [least, most] = [Math.min(...percentages), Math.max(...percentages)]
  if (percentages.length === 0 || !(least > 0)) return null
  return least === most ? `save ${most}%` : `save up to ${most}%`
}
