import type { PlanPeriod, Subscription } from './entities'
import type { SandboxAct, SandboxSubscription } from './sandbox-subscription'

/** The methods for billing. Each is one atomic step, as in `Store`. */
export interface SubscriptionStore {
  findSubscription(id: string): Promise<Subscription | null>
  findLiveSubscription(organisationId: string): Promise<Subscription | null>
  /** Every plan of the organisation, the one that began last first. */
  findPlanHistory(organisationId: string): Promise<PlanPeriod[]>
  /** Whether the provider's event with that id was saved. */
  hasWebhookEvent(eventId: string): Promise<boolean>

  addSandboxSubscription(subscription: SandboxSubscription): Promise<void>
  findSandboxSubscription(id: string): Promise<SandboxSubscription | null>
  /** Pays one that is neither paid nor cancelled. @returns its new state. */
  paySandboxSubscription(
    id: string,
    paymentId: string,
    now: Date,
  ): Promise<SandboxSubscription | null>
  /** Cancels one that isn't. @returns its new state. */
  cancelSandboxSubscription(id: string, now: Date): Promise<SandboxSubscription | null>
  /** Refunds the first payment of a subscription, unless it was refunded. @returns the refund's state. */
  refundSandboxPayment(paymentId: string, now: Date): Promise<SandboxSubscription | null>
  /** The subscription with that first payment. */
  findSandboxSubscriptionByPayment(paymentId: string): Promise<SandboxSubscription | null>
  /**
   * Adds an act to a subscription, unless there are `most` already.
   * @returns its new state.
   */
  addSandboxAct(id: string, act: SandboxAct, most: number): Promise<SandboxSubscription | null>
}
