import { expect } from 'vitest'
import type { TaxDocument } from '../../server/billing/invoices/tables'
import { renewalOf } from '../../server/billing/plan/renewals'
import type { Refund } from '../../server/billing/refunds/tables'
import type { Subscription } from '../../server/billing/tables'
import { isSamePlan } from '../../server/plans/plans'
import { oneOf } from '../../server/store/change'
import type { World } from './billing-world'
import { isOngoing, type ModelSubscription } from './razorpay-entities'

/** The provider's times have whole seconds, and Orglens' clock is a measurement. In ms. */
const second = 1_000
const tolerance = 60 * second

export type KeptRefund = Pick<Refund, 'paymentId' | 'subscriptionId' | 'state'>

/** People's actions, as the test saw them. Times in ms since 1970, by the provider's clock. */
export interface Seen {
  /** The subscriptions that Orglens has created and returned. */
  ids: string[]
  /** Cancellations of what a page showed, and how far Orglens' clock may have been from the provider's. */
  cancelled: { id: string; at: number; apart: number }[]
  /** The subscriptions whose renewal was stopped on a page that showed them. */
  stopped: Set<string>
  /** When the organisation was to be deleted: from a request until it was kept. */
  endings: { from: number; to: number }[]
  /** Proofs of payment that came while the provider couldn't be asked when it was made. */
  blind: Map<string, number>
  /** Whether a server ever couldn't ask the provider for the time. */
  wasCutOff: boolean
}

const ms = (seconds: number | null) => (seconds === null ? null : seconds * second)
const time = (date: Date | null) => date?.getTime() ?? null

/** Expects Orglens and the provider to agree on the current plan, payments, and refunds. */
export async function expectBooksToAgree(world: World, seen: Seen, refunds: readonly KeptRefund[]) {
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
  // A subscription that a killed server created but never returned can't be paid.
  for (const { id, start_at } of model.subscriptions.values()) {
    if (!seen.ids.includes(id)) expect(start_at).toBeNull()
  }
  await expectNoMailTwice(world, kept, refunds)
  await expectPapers(world)
  const receipts = await store.all('receipts', { organisationId: organisation.id })
  const inOrder = <Item extends { id: string }>(items: Item[]) =>
    items.sort((one, other) => (one.id < other.id ? -1 : 1))
  expect(
    inOrder(
      receipts.map(
        ({ id, subscriptionId, paymentId, paidAt, amount, refundedAmount, ...rest }) => ({
          id,
          subscriptionId,
          paymentId,
          paidAt: time(paidAt),
          amount,
          refundedAmount,
          period: [time(rest.periodStart), time(rest.periodEnd)],
          lastDigits: rest.method?.lastDigits ?? null,
          isMailed: rest.isMailed,
        }),
      ),
    ),
  ).toEqual(
    inOrder(
      model.invoices.map((invoice) => {
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
        }
      }),
    ),
  )
}

/**
 * Expects the invoices less the credit notes of each payment to be what the provider took, also of an organisation that
 * was deleted, and numbers without a gap.
 */
async function expectPapers({ model, store }: World) {
  const ids = model.invoices.map(({ id }) => id)
  const documents = await store.all('taxDocuments', { receiptId: oneOf(ids) })
  for (const { id, payment_id, amount } of model.invoices) {
    const own = documents.filter(({ receiptId }) => receiptId === id)
    const sumOf = (kind: TaxDocument['kind']) =>
      own.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.amount, 0)
    const payment = model.payments.get(payment_id ?? '')
    expect(sumOf('invoice'), id).toBe(payment ? amount : 0)
    expect(sumOf('credit-note'), id).toBe(payment?.amount_refunded ?? 0)
  }
  for (const { amount, taxableAmount, tax } of documents) {
    expect(tax.reduce((sum, part) => sum + part.amount, taxableAmount)).toBe(amount)
  }
  // Nobody else is in this world.
  for (const begin of new Set(documents.map(({ number }) => number.replace(/\d+$/, '')))) {
    const numbers = documents
      .filter(({ number }) => number.replace(/\d+$/, '') === begin)
      .map(({ number }) => Number(number.slice(begin.length)))
      .sort((one, other) => one - other)
    expect(numbers, begin).toEqual(numbers.map((_number, index) => index + 1))
  }
}

/** Expects a deleted organisation to be charged for nothing, to be owed nothing, and its admin to know. */
export async function expectNothingToGoOn(world: World, refunds: readonly KeptRefund[]) {
  const { model, store, organisation } = world
  const ids = new Set(model.subscriptions.keys())
  expect([...model.subscriptions.values()].filter(isOngoing)).toEqual([])
  const own = refunds.filter(({ subscriptionId }) => ids.has(subscriptionId))
  expect(own.filter(({ state }) => state === 'owed')).toEqual([])
  const organisationId = organisation.id
  for (const table of ['subscriptions', 'receipts', 'deletions'] as const) {
    expect(await store.all(table, { organisationId }), table).toEqual([])
  }
  const mails = await store.listCapturedMails(100_000)
  const isOwn = (to: string) => to.includes(`@${organisation.slug}.`)
  const last = mails.filter(({ to, subject }) => isOwn(to) && subject.endsWith('was deleted'))
  expect(last).toHaveLength(1)
  await expectPapers(world)
}

/** Expects the admin to have no more mails of a kind than it had reasons. */
async function expectNoMailTwice(
  { model, store, organisation }: World,
  kept: readonly Subscription[],
  refunds: readonly KeptRefund[],
) {
  const mails = await store.listCapturedMails(100_000)
  const count = (subject: RegExp) =>
    mails.filter((mail) => mail.to.includes(`@${organisation.slug}.`) && subject.test(mail.subject))
      .length
  const failures = model.events.filter(({ body }) => body.includes('"subscription.pending"'))
  const paid = model.invoices.filter(({ paid_at }) => paid_at !== null)
  expect(count(/^The payment for .* failed/)).toBeLessThanOrEqual(failures.length)
  expect(count(/^Your (?:receipt|tax invoice)/)).toBeLessThanOrEqual(paid.length)
  // One about each, with its decision.
  expect(count(/ is refunded: /)).toBe(refunds.length)
  const upgraded = kept.filter(({ state }) => state === 'upgraded')
  expect(count(/ was replaced by /)).toBeGreaterThanOrEqual(upgraded.length)
  expect(count(/has ended/)).toBeLessThanOrEqual(kept.filter(({ startedAt }) => startedAt).length)
}

/** Whether a subscription runs here exactly if it does there, began with its payment, and ended for a reason. */
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
  expect(['active', 'pending', 'paused']).toContain(there.status)
  expect([charges?.state, time(charges?.periodEnd ?? null)], says).toEqual([
    there.status === 'active' ? 'paid' : there.status,
    ms(there.current_end),
  ])
  // Nothing counts as not charged that was paid.
  const last = invoices.findLast(({ subscription_id }) => subscription_id === one.id)
  if (there.status !== 'paused' && unpaidFrom) expect(last?.paid_at ?? null, says).toBeNull()
  if (there.status === 'pending') expect(unpaidFrom, says).toBeInstanceOf(Date)
}

/** @returns the event that led to a subscription's state; null: none. */
function reasonOf(
  one: Subscription,
  there: ModelSubscription,
  all: readonly Subscription[],
  { cancelled, stopped, endings, blind, wasCutOff }: Seen,
): string | null {
  const { id, state } = one
  const paidAt = ms(there.start_at)
  if (paidAt === null) return state === 'void' ? 'never paid' : null
  // A subscription that was only authorised, and ended there before Orglens knew, was no plan, or one for no time.
  const isEmpty = there.paid_count === 0 && there.own.endedBy === 'itself'
  const hadNoTime = state === 'void' || time(one.startedAt) === time(one.endedAt)
  if (isEmpty && hadNoTime) return 'nothing charged'
  const isAtEnd = endings.some(({ from, to }) => {
    const at = time(one.endedAt) ?? 0
    return at >= from - 125 * second && at <= to + 125 * second
  })
  if (state === 'void' && isAtEnd) return 'bought while the organisation was to be deleted'
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
  if (stopsAt?.getTime() === ended && stopped.has(id)) return 'stopped'
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

/** Whether exactly the payments that bought nothing are refunded. */
function expectRefunds({ model }: World, one: Subscription, refunds: readonly KeptRefund[]): void {
  const rows = refunds.filter(({ subscriptionId }) => subscriptionId === one.id)
  for (const { paymentId, state } of rows) {
    const payment = model.payments.get(paymentId)
    const made = [...model.refunds.values()].filter((refund) => refund.payment_id === paymentId)
    const isBack = payment?.amount_refunded === payment?.amount
    // A failed refund is left to the seller, who may have refunded it since.
    const hasFailed = made.some(({ status }) => status === 'failed')
    const possible = isBack ? ['done', ...(hasFailed ? ['refused'] : [])] : ['refused']
    expect(possible, `${paymentId}, ${JSON.stringify(made)}`).toContain(state)
    const total = made
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
    expect(total).toBeLessThanOrEqual(payment?.amount ?? 0)
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
