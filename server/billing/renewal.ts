import type { Charges } from '../api/payments'

/** The person whose payment method is charged. */
export interface Payer {
  userId: string
  /** When they gave it, by the provider's clock. */
  at: Date
  /** The payment that proves it; null: it is that of the checkout. */
  paymentId: string | null
}

/** How a plan continues: the provider's report on its charges, and the admins' decision. */
export interface Renewal {
  /** Null: no report yet. */
  charges: Charges | null
  /** Since when nothing can be charged (`halted`, `authorised`), by the provider's clock. */
  unchargedSince: Date | null
  /** The end of the plan if its renewal was stopped: the end of the period. */
  stopsAt: Date | null
  /**
   * Whether the provider knows that. `being-told`: it may, so it can't be undone any more. `told`: it
   * has confirmed it.
   */
  provider: 'unaware' | 'being-told' | 'told'
  /** The end that was announced to the admins. */
  announcedEnd: Date | null
  /** The last reminder (D113): of which charge, and how many days ahead. */
  reminded: { renewsAt: Date; daysAhead: number } | null
  /** The beginning of the first period whose charge failed; null: the current one is paid. */
  unpaidFrom: Date | null
  /** From the checkout on; null: unknown. */
  payer: Payer | null
}
