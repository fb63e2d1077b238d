import type { Receipt } from './receipts'

const oneDay = 24 * 60 * 60 * 1_000

/** @returns the item sold: 'Growth, one month'; the plan alone where the length is unusual or unknown. */
export function soldText({
  plan_name,
  period_start,
  period_end,
}: Pick<Receipt, 'plan_name' | 'period_start' | 'period_end'>): string {
  const length = (Date.parse(period_end ?? '') - Date.parse(period_start ?? '')) / oneDay
  const text =
    length >= 27 && length <= 32 ? 'one month' : length >= 360 && length <= 370 ? 'one year' : ''
  return text ? `${plan_name}, ${text}` : plan_name
}
