import type {
  Billing,
  Mail,
  PlanPeriod,
  Refund,
  SandboxSubscription,
  Subscription,
} from './entities'
import type { Entries, UnplacedEntry } from './events'
import type { SandboxAct } from './sandbox-act'

/** The store's part for billing. Each method is one atomic step, as in `Store`. */
export interface SubscriptionStore {
  addSubscription(subscription: Subscription, entries: Entries): Promise<void>
  findSubscription(id: string): Promise<Subscription | null>
  findLiveSubscription(organisationId: string): Promise<Subscription | null>
  /** Every plan that the organisation has had, the one that began last first. */
  findPlanHistory(organisationId: string): Promise<PlanPeriod[]>
  /** @param subscriptionId what the decision is about. */
  findBilling(organisationId: string, subscriptionId: string): Promise<Billing>
  /**
   * Keeps changed subscriptions of one organisation, the refunds that follow from them and mails about them, all or
   * none. An organisation never has two live ones; a payment that is to be refunded stays as it is.
   * @param entries null: only when something was last told changes.
   * @returns whether they were kept: not when something else was, since `version`.
   */
  saveSubscriptions(
    organisationId: string,
    version: number,
    subscriptions: readonly Subscription[],
    refunds: readonly Refund[],
    mails: readonly Mail[],
    entries: Entries | null,
  ): Promise<boolean>

  /**
   * Takes up to `most` subscriptions whose next check is due, the longest overdue first, and puts it
   * off to `until`, so that no other server takes them meanwhile.
   * @param due.organisationId only its subscriptions; absent means everybody's.
   */
  takeDueSubscriptions(
    due: {
      states: readonly Subscription['state'][]
      by: Date
      organisationId?: string | undefined
    },
    until: Date,
    most: number,
  ): Promise<Subscription[]>
  /**
   * Notes when a taken subscription is checked next, unless something else has settled that since.
   * @param taken as it was taken.
   * @param entries of a check that failed; null: there is nothing to tell.
   */
  postponeCheck(
    taken: Subscription,
    nextCheckAt: Date | null,
    failures: number,
    entries: Entries | null,
  ): Promise<void>

  /** Takes up to `most` live plans whose next step is due, as `takeDueSubscriptions` does. */
  takeDueSteps(now: Date, until: Date, most: number): Promise<Subscription[]>
  /**
   * Notes when a taken plan's next step is due, unless something else has settled that since.
   * @param taken as it was taken.
   */
  postponeStep(taken: Subscription, nextStepAt: Date | null): Promise<void>

  /** Takes up to `most` refunds that are due at `now`, as `takeDueSubscriptions` does. */
  takeDueRefunds(now: Date, until: Date, most: number): Promise<Refund[]>
  /**
   * Keeps what became of an attempt, unless another server has taken the refund since.
   * @param taken as it was taken.
   * @param entries to the organisation whose subscription it is; null: only when it is tried again changes.
   */
  updateRefund(
    taken: Refund,
    changes: Partial<
      Pick<Refund, 'state' | 'refundId' | 'nextAttemptAt' | 'attempts' | 'failure' | 'settledAt'>
    >,
    entry: UnplacedEntry | null,
  ): Promise<void>
  /**
   * The provider has news of a refund that was begun: it is owed, and due at `now`.
   * @param refundId one that counts as done without an id takes this one; those with another stay.
   * @param states which ones are concerned.
   * @returns whether there was such a refund.
   */
  reopenRefund(
    paymentId: string,
    refundId: string,
    states: readonly Refund['state'][],
    now: Date,
    entry: UnplacedEntry,
  ): Promise<boolean>

  /** Whether the provider's event of that id was kept. */
  hasWebhookEvent(eventId: string): Promise<boolean>
  /** @param entries of an event that wasn't kept before; null: it concerns no organisation of ours. */
  keepWebhookEvent(eventId: string, now: Date, entries: Entries | null): Promise<void>

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
  /** Gives the first payment of a subscription back, unless it was. @returns how that is afterwards. */
  refundSandboxPayment(paymentId: string, now: Date): Promise<SandboxSubscription | null>
  /** The subscription whose first payment that is. */
  findSandboxSubscriptionByPayment(paymentId: string): Promise<SandboxSubscription | null>
  /**
   * Adds what was done to a subscription, unless there are `most` acts already.
   * @returns how it is afterwards.
   */
  addSandboxAct(id: string, act: SandboxAct, most: number): Promise<SandboxSubscription | null>
}
