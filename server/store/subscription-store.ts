import type { Billing, Cancellation, SandboxSubscription, Subscription } from './entities'

/** The store's part for billing. Each method is one atomic step, as in `Store`. */
export interface SubscriptionStore {
  addSubscription(subscription: Subscription): Promise<void>
  findSubscription(id: string): Promise<Subscription | null>
  findLiveSubscription(organisationId: string): Promise<Subscription | null>
  findBilling(organisationId: string): Promise<Billing>
  /**
   * Keeps changed subscriptions of one organisation and the cancellations that follow from them, all
   * or none. An organisation never has two live ones.
   * @returns whether they were kept: not when something else was, since `version`.
   */
  saveSubscriptions(
    organisationId: string,
    version: number,
    subscriptions: readonly Subscription[],
    cancellations: readonly Cancellation[],
  ): Promise<boolean>
  /**
   * Takes an organisation's unpaid subscriptions made after `createdSince`, newest first, to ask the
   * provider about them.
   * @returns none when that was last done after `checkedBefore`.
   */
  takeUnpaidSubscriptions(
    organisationId: string,
    times: { now: Date; createdSince: Date; checkedBefore: Date },
    most: number,
  ): Promise<Subscription[]>

  /**
   * Takes up to `most` cancellations that are due at `now`, and puts their next attempt off to
   * `until`, so that no other server takes them meanwhile.
   */
  takeDueCancellations(now: Date, until: Date, most: number): Promise<Cancellation[]>
  /** Notes a failed attempt; the next one comes at `nextAttemptAt`. */
  putCancellationOff(subscriptionId: string, nextAttemptAt: Date): Promise<void>
  deleteCancellation(subscriptionId: string): Promise<void>

  /** Whether the provider's event of that id was kept. */
  hasWebhookEvent(eventId: string): Promise<boolean>
  /** Keeps an event's id, and forgets those kept before `forgottenBefore`. */
  keepWebhookEvent(eventId: string, now: Date, forgottenBefore: Date): Promise<void>

  addSandboxSubscription(subscription: SandboxSubscription): Promise<void>
  findSandboxSubscription(id: string): Promise<SandboxSubscription | null>
  /** Pays one that is neither paid nor cancelled. @returns how it is afterwards. */
  paySandboxSubscription(
    id: string,
    paymentId: string,
    now: Date,
  ): Promise<SandboxSubscription | null>
  /** Cancels one that isn't. @returns how it is afterwards. */
  cancelSandboxSubscription(id: string, now: Date): Promise<SandboxSubscription | null>
}
