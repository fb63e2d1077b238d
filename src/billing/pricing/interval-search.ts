import type { Plan } from '../../../contract/billing'

/** The search parameter of the price list; monthly by default. */
interface IntervalSearch {
  interval?: Plan['interval'] | undefined
}

/** Reads it from an address and drops invalid values. */
export function intervalSearch({ interval }: Record<string, unknown>): IntervalSearch {
  return { interval: interval === 'monthly' || interval === 'yearly' ? interval : undefined }
}
