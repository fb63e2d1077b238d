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
import { buyerOf } from './payer'
import { nextStepOf } from './plan/renewals'
import { wakingReceipts } from './postpone'
import type { Subscription } from './tables'

/** How long a decision waits for the provider's answer about a subscription, in ms. */
const timeout = 2 * second

/** What a change of subscriptions needs. */
export type ChangingServices = NoticeServices &
  Pick<Services, 'store' | 'log' | 'appUrl' | 'timeZone' | 'haltedPlanDays'> & {
    payments: Pick<Services['payments'], 'now' | 'fetchSubscription'>
  }

/**
 * Decides on an organisation's subscriptions and saves the decision, one at a time.
 * @param subject the subscription in question.
 * @param decide may run again.
 * @param known.paid payments of it, the first one first.
 * @param known.occasion is saved with the decision, whatever that is.
 * @returns the subscriptions after the change, and the decision; null: the occasion was known, so nothing was decided.
 */
export async function changeSubscriptions<Decided extends Changes>(
  services: ChangingServices,
  { id, organisationId }: Subscription,
  by: Author,
  decide: (billing: Billing, now: Clocks) => Decided,
  {
    paid = [],
    occasion = null,
  }: { paid?: readonly ProviderPayment[]; occasion?: Occasion | null } = {},
): Promise<{ after: Subscription[]; decided: Decided | null }> {
  const { store, payments, log, haltedPlanDays } = services
  // Any answer of the provider reveals its time.
  if (!payments.now()) await fetchProviderState(services, id)
  const lock = { billing: organisationId }
  type Answer = { after: Subscription[]; decided: Decided | null }
  const answer = await store.change<Answer>('change-plans', lock, by.caller, async (read) => {
    const [billing, isKnown = false] = await Promise.all([
      readBilling(read, organisationId, id),
      occasion?.isKnown?.(read),
    ])
    const { subscriptions: before } = billing
    const now = readClocks(services)
    if (isKnown) return { answer: { after: before, decided: null } }
    const kept = before.find((entry) => entry.id === id)
    const news = (kept && (await occasion?.news(read, kept, now))) ?? noNews
    const decided = decide(billing, now)
    const changed = decided.subscriptions.map((entry) =>
      withNextStep(entry, haltedPlanDays, now.provider),
    )
    if (changed.length === 0 && news.writes.length === 0) {
      return { answer: { after: before, decided } }
    }
    const changes = { ...decided, subscriptions: changed }
    const bought = changed.find((entry) => isFirstNews(entry, before))
    const buyer = bought ? await buyerOf(read, bought, by) : by
    const subject = { id, organisationId }
    const entries = entriesOfChanges(now.ours, { by, buyer }, before, changes, subject, paid)
    const mails = await noticesOfChanges(
      services,
      read,
      now.provider,
      before,
      changes,
      subject,
      paid,
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

/** Why a decision is made. */
export interface Occasion {
  /** Whether it was saved before: then nothing changes. Absent: it wasn't. */
  isKnown?(read: Reading): Promise<boolean>
  /**
   * @param subject the subscription in question, as it was before.
   * @returns what is saved of it.
   */
  news(read: Reading, subject: Subscription, now: Clocks): Promise<News>
}

/** What is saved with a decision. */
export interface News {
  writes: readonly Write[]
  entries: readonly Entry[]
  mails?: readonly OutgoingMail[]
}

/** @returns the basis of a decision on the subscription `id`. */
export async function readBilling(
  read: Reading,
  organisationId: string,
  id: string,
): Promise<Billing> {
  const [plans, others, refunds, deletion] = await Promise.all([
    // Unpaid ones aren't even scanned.
    read.all('subscriptions', { organisationId, state: oneOf(planStates) }),
    read.all('subscriptions', { organisationId, id, state: noneOf(planStates) }),
    read.all('refunds', { subscriptionId: id }),
    // The lock covers it.
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
 * The live one comes last: the database allows one at a time, so the former one ends first. A refund that is there
 * stays as it is.
 * @param before the rows as they were read.
 * @param wokenAt when invoices of paid ones are fetched; null: not because of this.
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

/** Whether this is the first news of a checkout's payment. */
function isFirstNews({ id, wasPaid }: Subscription, before: readonly Subscription[]): boolean {
  return wasPaid && before.some((one) => one.id === id && one.state === 'unpaid')
}

function withNextStep(subscription: Subscription, haltedPlanDays: number, now: Date): Subscription {
  const isLive = subscription.state === 'live'
  const step = isLive ? nextStepOf(subscription, haltedPlanDays, now) : null
  return { ...subscription, nextStepAt: step?.at ?? null }
}

/** If the provider's clock is unknown, use ours. */
export function readClocks({
  payments,
  clock,
}: Pick<ChangingServices, 'payments' | 'clock'>): Clocks {
  const ours = clock()
  return { ours, provider: payments.now() ?? ours }
}

/** @returns the provider's report of a subscription; null if it fails or is too late. */
export async function fetchProviderState(
  { payments }: Pick<ChangingServices, 'payments'>,
  id: string,
): Promise<ProviderSubscription | null> {
  const answer = payments.fetchSubscription(id).catch((error: unknown) => {
    if (error instanceof PaymentsError) return null
    throw error
  })
  return await withTimeout(answer, timeout, null)
}

/**
 * Applies the provider's report of an organisation's subscription.
 * @param origin the source of the report.
 * @param occasion is saved with it, whatever it changes.
 * @returns whether the subscription is settled: ended, with no open question.
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
  const { payments } = update
  const { decided } = await changeSubscriptions(
    services,
    subscription,
    byProvider(origin),
    decide,
    {
      paid: payments,
      occasion,
    },
  )
  return decided?.isSettled ?? false
}
