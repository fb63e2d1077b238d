import { PaymentsError, type ProviderPayment, type ProviderSubscription } from '../api/payments'
import type { Services } from '../api/services'
import { second, withTimeout } from '../lib/time'
import type { NoticeServices } from '../mail/outbox'
import { byProvider } from '../people/author'
import { ensure, noneOf, oneOf, type Reading, update, type Write } from '../store/change'
import { type Author, type Entry, recorded } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import {
  type Billing,
  type Changes,
  type Clocks,
  isSettled,
  type ProviderUpdate,
  planStates,
  recordProviderUpdate,
} from './decide'
import { entriesOfChanges } from './entries'
import { noticesOfChanges } from './notices'
import { authorOfPurchase } from './payer'
import { nextStepOf } from './plan/renewals'
import { wakingReceipts } from './postpone'
import type { Subscription } from './tables'

/** The timeout of asking the provider before a decision, in ms. */
const timeout = 2 * second

export type ChangingServices = NoticeServices &
  Pick<Services, 'store' | 'log' | 'appUrl' | 'timeZone' | 'haltedPlanDays'> & {
    payments: Pick<Services['payments'], 'now' | 'fetchSubscription'>
  }

/**
 * Decides on an organisation's subscriptions and saves the decision, one at a time for each organisation.
 * @param subject the subscription that the decision is about.
 * @param decide may be called again.
 * @param options.paid known payments of the subject, the first one first.
 * @param options.occasion is saved with the decision, even if that changes nothing.
 * @returns the subscriptions after the change, and the decision. Null: the occasion was saved before, so nothing was decided.
 */
export async function changeSubscriptions<Decided extends Changes>(
  services: ChangingServices,
  subject: Subscription,
  author: Author,
  decide: (billing: Billing, now: Clocks) => Decided,
  {
    paid = [],
    occasion = null,
  }: { paid?: readonly ProviderPayment[]; occasion?: Occasion | null } = {},
): Promise<{ after: Subscription[]; decided: Decided | null }> {
  const { store, payments, log, haltedPlanDays } = services
  const { id, organisationId } = subject
  // Any answer of the provider reveals its time.
  if (!payments.now()) await fetchProviderState(services, id)
  const lock = { billing: organisationId }
  type Answer = { after: Subscription[]; decided: Decided | null }
  const answer = await store.change<Answer>('change-plans', lock, author.caller, async (read) => {
    const [billing, isKnown = false] = await Promise.all([
      readBilling(read, organisationId, id),
      occasion?.isKnown?.(read),
    ])
    const { subscriptions: before } = billing
    const now = readClocks(services)
    if (isKnown) return { answer: { after: before, decided: null } }
    const stored = before.find((entry) => entry.id === id)
    const news = (stored && (await occasion?.news(read, stored, now))) ?? noNews
    const decided = decide(billing, now)
    const changed = decided.subscriptions.map((entry) =>
      withNextStep(entry, haltedPlanDays, now.provider),
    )
    if (changed.length === 0 && news.writes.length === 0) {
      return { answer: { after: before, decided } }
    }
    const changes = { ...decided, subscriptions: changed }
    const bought = changed.find((entry) => isFirstPaid(entry, before))
    const buyer = bought ? await authorOfPurchase(read, bought, author) : author
    const entries = entriesOfChanges(now.ours, { author, buyer }, before, changes, subject, paid)
    const mails = await noticesOfChanges(
      services,
      read,
      now.provider,
      billing,
      changes,
      paid,
      subject,
    )
    const byId = new Map(changed.map((entry) => [entry.id, entry]))
    return {
      answer: { after: before.map((entry) => byId.get(entry.id) ?? entry), decided },
      writes: [...writesOf(before, changes, entries.length > 0 ? now.ours : null), ...news.writes],
      mails: [...mails, ...(news.mails ?? [])],
      ...recorded([...entries, ...news.entries], 'only the time of the report differs'),
    }
  })
  for (const { paymentId, subscriptionId, reason } of answer.decided?.refunds ?? []) {
    log.info('A refund is owed', { paymentId, subscriptionId, reason })
  }
  return answer
}

const noNews: News = { writes: [], entries: [] }

/** The occasion of a decision, for example a webhook's event. */
export interface Occasion {
  /** Whether the occasion was saved before. Then nothing is decided. */
  isKnown?(read: Reading): Promise<boolean>
  /**
   * Returns the rows, entries and mails about the occasion itself.
   * @param subject the subscription that the decision is about, as it was before.
   */
  news(read: Reading, subject: Subscription, now: Clocks): Promise<News>
}

/** The rows, entries and mails that are saved together with a decision. */
export interface News {
  writes: readonly Write[]
  entries: readonly Entry[]
  mails?: readonly OutgoingMail[]
}

/** Reads the basis of a decision on the subscription `id`. */
async function readBilling(read: Reading, organisationId: string, id: string): Promise<Billing> {
  const [plans, others, refunds, deletion] = await Promise.all([
    // Two reads, so that unpaid checkouts aren't scanned.
    read.all('subscriptions', { organisationId, state: oneOf(planStates) }),
    read.all('subscriptions', { organisationId, id, state: noneOf(planStates) }),
    read.all('refunds', { subscriptionId: id }),
    // The lock covers the deletion, too.
    read.one('deletions', { organisationId }, 'not-held'),
  ])
  return {
    subscriptions: [...plans, ...others].sort(
      (one, other) =>
        one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
    ),
    refundedPaymentIds: refunds.map(({ paymentId }) => paymentId),
    deletion,
  }
}

/**
 * Returns the writes of a decision. The live subscription comes last: the database allows one at a time, so the former
 * one must end first. A refund that exists already stays as it is.
 * @param before the subscriptions as they were read.
 * @param wokenAt when to fetch the invoices of paid subscriptions; null: they needn't be fetched.
 */
function writesOf(
  before: readonly Subscription[],
  { subscriptions, refunds }: Changes,
  wokenAt: Date | null,
): Write[] {
  const ordered = subscriptions.toSorted(
    (one, other) => Number(one.state === 'live') - Number(other.state === 'live'),
  )
  const paid = subscriptions.filter(({ wasPaid }) => wasPaid).map(({ id }) => id)
  return [
    ...update('subscriptions', before, ordered),
    ...(refunds.length > 0 ? [ensure('refunds', ['paymentId'], ...refunds)] : []),
    ...(wokenAt ? wakingReceipts(paid.sort(), wokenAt) : []),
  ]
}

/** Whether a change records the first payment of a checkout. */
function isFirstPaid({ id, wasPaid }: Subscription, before: readonly Subscription[]): boolean {
  return wasPaid && before.some((one) => one.id === id && one.state === 'unpaid')
}

function withNextStep(subscription: Subscription, haltedPlanDays: number, now: Date): Subscription {
  const isLive = subscription.state === 'live'
  const step = isLive ? nextStepOf(subscription, haltedPlanDays, now) : null
  return { ...subscription, nextStepAt: step?.at ?? null }
}

/** Reads both clocks. If the provider's is unknown, ours replaces it. */
export function readClocks({
  payments,
  clock,
}: Pick<ChangingServices, 'payments' | 'clock'>): Clocks {
  const ours = clock()
  return { ours, provider: payments.now() ?? ours }
}

/** @param timeout in ms. @returns the provider's answer; null if it fails or is too late. */
export async function answerOrNull<Answer>(
  call: Promise<Answer>,
  timeout: number,
): Promise<Answer | null> {
  const answer = call.catch((error: unknown) => {
    if (error instanceof PaymentsError) return null
    throw error
  })
  return await withTimeout(answer, timeout, null)
}

/** Asks the provider about a subscription. @returns null if the provider fails or is too late. */
export const fetchProviderState = (
  { payments }: Pick<ChangingServices, 'payments'>,
  id: string,
): Promise<ProviderSubscription | null> => answerOrNull(payments.fetchSubscription(id), timeout)

/**
 * Applies the provider's report of an organisation's subscription.
 * @param origin the source of the report.
 * @param occasion is saved with the report, even if that changes nothing.
 * @returns whether the subscription is settled (`isSettled`).
 */
export async function applyProviderUpdate(
  services: Services,
  subscription: Subscription,
  update: ProviderUpdate,
  origin: Entry['origin'],
  occasion: Occasion | null = null,
): Promise<boolean> {
  const decide = (billing: Billing, now: Clocks) => ({
    ...recordProviderUpdate(billing, update, now),
    isSettled: isSettled(billing, update),
  })
  const options = { paid: update.payments ?? [], occasion }
  const author = byProvider(origin)
  const { decided } = await changeSubscriptions(services, subscription, author, decide, options)
  return decided?.isSettled ?? false
}
