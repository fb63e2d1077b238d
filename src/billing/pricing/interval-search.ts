import type { Plan } from '../../../contract/billing'

/** The search parameter of screens that show the price list; left out, it is monthly. */
interface IntervalSearch {
  interval?: Plan['interval'] | undefined
}

/** Reads it from an address; what makes no sense is left out. */
export function intervalSearch({ interval }: Record<string, unknown>): IntervalSearch {
  return { interval: interval === 'monthly' || interval === 'yearly' ? interval : undefined }
}
