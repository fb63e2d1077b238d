import type { Receipt } from '../../../contract/receipts'
import { siteDayOf } from '../days'

/** The payments of a month, after refunds. */
interface SpendMonth {
  /** The month's first day, as midnight UTC. */
  start: Date
  /** In the currency's smallest unit. */
  amount: number
  plans: string[]
}

export interface Spend {
  /** The last twelve months, the oldest first. */
  months: SpendMonth[]
  /** In the currency's smallest unit. */
  total: number
  /** Whether payments in another currency aren't counted. */
  isPartial: boolean
}

const monthsShown = 12

/**
 * Adds up the payments of the last twelve months, each in the month of its day in the site's zone. A refund counts in the
 * month of its payment.
 * @param currency other currencies aren't counted.
 * @param today midnight UTC of today in the site's zone.
 * @returns the months; null if nothing was paid in them.
 */
export function spendOf(receipts: readonly Receipt[], currency: string, today: Date): Spend | null {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const months = Array.from({ length: monthsShown }, (_, index): SpendMonth => {
    const start = new Date(Date.UTC(year, month - monthsShown + 1 + index))
    return { start, amount: 0, plans: [] }
  })
  let total = 0
  let isPaid = false
  let isPartial = false
  for (const receipt of receipts) {
    if (receipt.state === 'unpaid') continue
    const day = siteDayOf(receipt.taken_at)
    const at = months.find(
      ({ start }) =>
        start.getUTCFullYear() === day.getUTCFullYear() &&
        start.getUTCMonth() === day.getUTCMonth(),
    )
    if (!at) continue
    if (receipt.currency !== currency) {
      isPartial = true
      continue
    }
    const amount = receipt.amount - receipt.refunded_amount
    isPaid = true
    total += amount
    at.amount += amount
    if (!at.plans.includes(receipt.plan_name)) at.plans.push(receipt.plan_name)
  }
  return isPaid ? { months, total, isPartial } : null
}

const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8]

/**
 * @param most the highest bar, in the currency's smallest unit.
 * @returns the step of an axis whose second line is above the highest bar, a round number.
 */
export function axisStep(most: number): number {
  const half = Math.max(most, 100) / 2
  const power = 10 ** Math.floor(Math.log10(half))
  return power * (roundSteps.find((step) => step * power > half) ?? 10)
}
