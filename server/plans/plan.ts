import type { Currency } from '../../contract/billing'

/** What a plan costs in one currency. */
export interface PlanPrice {
  /** In the currency's smallest unit: 2900 is $29. */
  amount: number
  /** The provider's plan that charges this amount, this often. */
  razorpayPlanId: string
}

/** The limits of a plan. */
export interface PlanLimits {
  /** People, including invited ones. */
  members?: number | undefined
  dashboards?: number | undefined
}

/** A plan on offer; docs/billing.md explains each field. */
export interface Plan {
  name: string
  tagLine: string
  interval: 'monthly' | 'yearly'
  points: string[]
  /** Absent: unlimited. */
  limits?: PlanLimits | undefined
  prices: { USD: PlanPrice } & { [Other in Exclude<Currency, 'USD'>]?: PlanPrice }
}
