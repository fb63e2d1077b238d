import type { Currency } from '../domain/money'
import type { Plan } from '../plans/plans'

/** One checkout of a plan by an organisation, and what became of it. */
export interface Subscription {
  /** The provider's id. */
  id: string
  organisationId: string
  /** As it was when it was subscribed to, whatever becomes of the plans on offer. */
  plan: Plan
  /** Which of the plan's prices is charged. */
  currency: Currency
  /**
   * `unpaid`: checkout isn't known to be paid. `live`: the organisation's plan. `upgraded`: ended by
   * another plan. `cancelled`: ended otherwise. `void`: never was the organisation's plan, and never
   * will be.
   */
  state: 'unpaid' | 'live' | 'upgraded' | 'cancelled' | 'void'
  createdAt: Date
  /** When it became the organisation's plan; null: it never did. */
  startedAt: Date | null
  endedAt: Date | null
}

/** Everything an organisation has subscribed to. */
export interface Billing {
  /** Moves on with each change: what is decided on one version can't be kept on another. */
  version: number
  subscriptions: Subscription[]
}

/** A subscription that must be cancelled at the provider, until it is (D33). */
export interface Cancellation {
  subscriptionId: string
  /** Whether a payment has to be given back. */
  refundDue: boolean
  createdAt: Date
  nextAttemptAt: Date
  /** How often it failed so far. */
  attempts: number
}

/** A subscription at the sandbox, the stand-in for the payment provider (D34). */
export interface SandboxSubscription {
  id: string
  planId: string
  createdAt: Date
  /** Null until it is paid; then both are there. */
  paymentId: string | null
  paidAt: Date | null
  /** When it was cancelled. */
  endedAt: Date | null
}

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
