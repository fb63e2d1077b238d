import { expect } from 'vitest'
import { renewalOf } from '../../../server/billing/plan/renewals'
import type { Refund } from '../../../server/billing/refunds/tables'
import type { Subscription } from '../../../server/billing/tables'
import { minute, second } from '../../../server/lib/time'
import { isSamePlan } from '../../../server/plans/plans'
import { isOngoing, type ModelSubscription } from './razorpay-model'
import type { World } from './world'

/** The provider's times have whole seconds, and Orglens' clock is a measurement. */
const tolerance = minute

/** People's actions, as the test saw them. Times in ms since 1970, by the provider's clock. */
export interface Seen {
  /** The subscriptions that Orglens has created and returned. */
  ids: string[]
  /** Cancellations of what a page showed, and how far Orglens' clock may have been from the provider's. */
  cancelled: { id: string; at: number; apart: number }[]
  /** The subscriptions whose renewal was stopped on a page that showed them. */
  stopped: string[]
  /** Proofs of payment that came while the provider couldn't be asked when it was made. */
  blind: Map<string, number>
  /** Whether a server ever couldn't ask the provider for the time. */
  wasCutOff: boolean
}

const ms = (seconds: number | null) => (seconds === null ? null : seconds * second)
const time = (date: Date | null) => date?.getTime() ?? null
const inOrder = <Item extends { id: string }>(items: Item[]) =>
  items.sort((one, other) => (one.id < other.id ? -1 : 1))

/** Expects Orglens and the provider to agree on the current plan, payments, papers, and refunds. */
export async function expectBooksToAgree(world: World, seen: Seen, refunds: readonly Refund[]) {
  const { model, store, organisation } = world
  const found = await Promise.all(seen.ids.map((id) => store.one('subscriptions', { id })))
  const kept = found.flatMap((one) => one ?? [])
  expect(kept.map(({ id }) => id)).toEqual(seen.ids)
  for (const one of kept) {
    const there = model.subscriptions.get(one.id)
    if (!there) throw new Error('The provider has lost a subscription')
    expectPlan(one, there, kept, seen, model)
    expectRefunds(world, one, refunds)
  }
  expect(kept.filter(({ state }) => state === 'live').length).toBeLessThan(2)
  const receipts = await store.all('receipts', { organisationId: organisation.id })
  const papers = await store.all('taxDocuments', { organisationId: organisation.id })
  const sumOf = (kind: string, receiptId: string) =>
    papers
      .filter((one) => one.kind === kind && one.receiptId === receiptId)
      .reduce((sum, one) => sum + one.amount, 0)
  const here = receipts.map((receipt) => ({
    id: receipt.id,
    subscriptionId: receipt.subscriptionId,
    paymentId: receipt.paymentId,
    paidAt: time(receipt.paidAt),
    amount: receipt.amount,
    refundedAmount: receipt.refundedAmount,
    period: [time(receipt.periodStart), time(receipt.periodEnd)],
    lastDigits: receipt.method?.lastDigits ?? null,
    isMailed: receipt.isMailed,
    invoiced: sumOf('invoice', receipt.id),
    credited: sumOf('credit-note', receipt.id),
  }))
  const there = model.invoices.map((invoice) => {
    const payment = model.payments.get(invoice.payment_id ?? '')
    return {
      id: invoice.id,
      subscriptionId: invoice.subscription_id,
      paymentId: invoice.payment_id,
      paidAt: ms(invoice.paid_at),
      amount: invoice.amount,
      refundedAmount: payment?.amount_refunded ?? 0,
      period: [ms(invoice.billing_start), ms(invoice.billing_end)],
      lastDigits: payment?.card.last4 ?? null,
      isMailed: payment !== undefined,
      invoiced: payment ? invoice.amount : 0,
      credited: payment?.amount_refunded ?? 0,
    }
  })
  expect(inOrder(here)).toEqual(inOrder(there))
}

/** Expects a subscription to run here exactly if it does there, to begin with its payment, and to end for a reason. */
function expectPlan(
  one: Subscription,
  there: ModelSubscription,
  all: readonly Subscription[],
  seen: Seen,
  { invoices }: World['model'],
): void {
  const says = `${one.id} is ${one.state} here and ${there.status} there`
  const isLive = one.state === 'live'
  expect(isLive, says).toBe(isOngoing(there))
  expect(one.nextCheckAt === null, `${says}, and is asked about`).toBe(!isLive)
  expect(reasonOf(one, there, all, seen), `${says}, and nothing has led to that`).not.toBeNull()
  if (!isLive) return
  const { charges, stopsAt, unpaidFrom } = renewalOf(one)
  // The longest period is over by now, and so is the time limit of uncharged plans.
  expect(stopsAt, `${says}, though it was stopped`).toBeNull()
  expect(['active', 'pending']).toContain(there.status)
  expect([charges?.state, time(charges?.periodEnd ?? null)], says).toEqual([
    there.status === 'active' ? 'paid' : there.status,
    ms(there.current_end),
  ])
  // Nothing counts as not charged that was paid.
  const last = invoices.findLast(({ subscription_id }) => subscription_id === one.id)
  if (unpaidFrom) expect(last?.paid_at ?? null, says).toBeNull()
  if (there.status === 'pending') expect(unpaidFrom, says).toBeInstanceOf(Date)
}

/** @returns the event that led to a subscription's state; null: none. */
function reasonOf(
  one: Subscription,
  there: ModelSubscription,
  all: readonly Subscription[],
  { cancelled, stopped, blind, wasCutOff }: Seen,
): string | null {
  const { id, state } = one
  const paidAt = ms(there.start_at)
  if (paidAt === null) return state === 'void' ? 'never paid' : null
  // A subscription that was only authorised, and ended there before Orglens knew, was no plan, or one for no time.
  const isEmpty = there.paid_count === 0 && there.own.endedBy === 'itself'
  const hadNoTime = state === 'void' || time(one.startedAt) === time(one.endedAt)
  if (isEmpty && hadNoTime) return 'nothing charged'
  if (state === 'void') return isSecondOfItsPlan(one, paidAt, all) ? 'second of its plan' : null
  const began = time(one.startedAt) ?? 0
  const ended = time(one.endedAt) ?? 0
  // A server without the provider's clock takes events later than its own clock for planned.
  const apart = wasCutOff ? 125 * second : 0
  const beginnings = [paidAt, blind.get(id) ?? paidAt]
  if (!beginnings.some((at) => Math.abs(at - began) <= apart)) return null
  if (state === 'live') return 'paid'
  if (state === 'upgraded') {
    const next = all.find((other) => other.id !== id && time(other.startedAt) === ended)
    return next ? 'replaced' : null
  }
  const { stopsAt, announcedEnd } = renewalOf(one)
  const endedThere = Math.max(ms(there.ended_at) ?? 0, began)
  const isCancelled = cancelled.some(
    (one) => one.id === id && Math.abs(one.at - ended) <= one.apart,
  )
  if (isCancelled) return 'cancelled'
  if (stopsAt?.getTime() === ended && stopped.includes(id)) return 'stopped'
  if (announcedEnd && announcedEnd.getTime() <= ended) return 'given up'
  const isTheirs = there.own.endedBy === 'itself'
  return isTheirs && Math.abs(endedThere - ended) <= tolerance + 2 * second ? 'ended there' : null
}

/** Whether the same plan ran when a subscription was paid, or was paid next, as far as was known then. */
function isSecondOfItsPlan(
  one: Subscription,
  paidAt: number,
  all: readonly Subscription[],
): boolean {
  return all.some((other) => {
    const began = time(other.startedAt)
    if (began === null || other.id === one.id || !isSamePlan(other.plan, one.plan)) return false
    // The news of an end that the provider brought about may have come after the payment's.
    const end = other.state === 'cancelled' ? null : time(other.endedAt)
    // Of two payments in one second, either may have been reported first.
    return began >= paidAt - tolerance || end === null || end >= paidAt
  })
}

/** Expects exactly the payments that bought nothing to be refunded. */
function expectRefunds({ model }: World, one: Subscription, refunds: readonly Refund[]): void {
  const rows = refunds.filter(({ subscriptionId }) => subscriptionId === one.id)
  for (const { paymentId, state } of rows) {
    const payment = model.payments.get(paymentId)
    const made = [...model.refunds.values()].filter((refund) => refund.payment_id === paymentId)
    const isBack = payment?.amount_refunded === payment?.amount
    // A failed refund is left to the seller, who may have refunded it since.
    const hasFailed = made.some(({ status }) => status === 'failed')
    const possible = isBack ? ['done', ...(hasFailed ? ['refused'] : [])] : ['refused']
    expect(possible, `${paymentId}, ${JSON.stringify(made)}`).toContain(state)
  }
  const invoices = model.invoices.filter(({ subscription_id }) => subscription_id === one.id)
  const owed = invoices.flatMap(({ payment_id, paid_at, billing_start }) => {
    if (!payment_id || paid_at === null) return []
    const { stopsAt } = renewalOf(one)
    const ended = time(one.endedAt)
    const isLate = ended !== null && paid_at * second > ended + tolerance
    const renews =
      ended !== null && stopsAt && billing_start * second >= stopsAt.getTime() - tolerance
    return one.state === 'void' || isLate || renews ? [payment_id] : []
  })
  const given = rows
    .map(({ paymentId }) => paymentId)
    .filter((id) => !model.payments.get(id)?.own.isAuthorisation)
  expect(given.sort(), `what is owed back of ${one.id}, which is ${one.state}`).toEqual(owed.sort())
}
