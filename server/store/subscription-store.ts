import type { PlanPeriod, Subscription } from './entities'
import type { SandboxSubscription } from './sandbox-subscription'

/** The methods for billing. Each is one atomic step, as in `Store`. */
export interface SubscriptionStore {
  findSubscription(id: string): Promise<Subscription | null>
  findLiveSubscription(organisationId: string): Promise<Subscription | null>
  /** Every plan of the organisation, the one that began last first. */
  findPlanHistory(organisationId: string): Promise<PlanPeriod[]>
  /** Whether the provider's event with that id was saved. */
  hasWebhookEvent(eventId: string): Promise<boolean>

  findSandboxSubscription(id: string): Promise<SandboxSubscription | null>
  /** The subscription with that first payment. */
  findSandboxSubscriptionByPayment(paymentId: string): Promise<SandboxSubscription | null>
}
