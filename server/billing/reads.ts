import type { PlanPeriod } from './subscription'

/** What is read of billing. */
export interface SubscriptionStore {
  /** Every plan of the organisation, the one that began last first. */
  findPlanHistory(organisationId: string): Promise<PlanPeriod[]>
}
