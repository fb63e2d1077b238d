import {
  type PaymentMethod,
  type ProviderInvoice,
  type SandboxCard,
  totalCounts,
} from '../../api/payments'
import { day, later, monthsAfter } from '../../lib/time'
import type { SandboxAct, SandboxSubscription } from './tables'

/*
 * The life of a subscription at the sandbox, as Razorpay describes it:
 * https://razorpay.com/docs/payments/subscriptions/states/ and
 * https://razorpay.com/docs/payments/subscriptions/payment-retries/
 */

/** The retries of a failed charge, in ms after the charge was due. */
const retries = [day, 2 * day, 3 * day]

/** The cards of the sandbox's checkout. */
export const sandboxCards = {
  good: { kind: 'card', network: 'Visa', lastDigits: '4242' },
  failing: { kind: 'card', network: 'Visa', lastDigits: '0341' },
} as const satisfies Record<SandboxCard, PaymentMethod>

/** An invoice with its refunds and its card. */
export interface SandboxInvoice extends ProviderInvoice {
  refundedAmount: number
  /** The card that paid it; null: none. */
  card: SandboxCard | null
}

/** A subscription's state at one instant, and its history. */
export interface Life {
  status:
    | 'created'
    | 'active'
    | 'pending'
    | 'halted'
    | 'paused'
    | 'cancelled'
    | 'completed'
    | 'expired'
  paidCount: number
  /** The number of charges left. */
  remainingCount: number
  /** The last charged period. */
  periodStart: Date | null
  periodEnd: Date | null
  nextChargeAt: Date | null
  endedAt: Date | null
  card: SandboxCard
  /** Whether it ends with its period. */
  isStopped: boolean
  /** The first one first. */
  invoices: SandboxInvoice[]
}

/**
 * Computes the state of a subscription at `now`, step by step from the first payment. A step is a period, a retry or an act.
 * There are 120 periods at most.
 */
export function lifeOf(subscription: SandboxSubscription, now: Date): Life {
  const { paidAt, endedAt, refundedAt } = subscription
  const life = newLife(subscription)
  if (!paidAt || paidAt > now) return endCheckout(life, subscription, now)
  const { run, periodAt, begin, charge, apply, end } = stepsOf(subscription, paidAt, life)
  const acts = subscription.acts.filter(({ at }) => at <= now)
  let done = 0
  for (;;) {
    const act = acts[done]
    const startsAt = run.issued < run.total ? periodAt(run.issued) : null
    const { retry } = run
    const soonest = earliest([startsAt, retry?.at, act?.at])
    if (!soonest || life.endedAt || soonest > now) break
    // A payment stays valid, even if the plan ended at the same instant, or earlier by another server's clock.
    if (endedAt && soonest >= endedAt && run.issued > 0) break
    if (startsAt && startsAt <= soonest) {
      if (life.isStopped && run.issued > 0) end('cancelled', startsAt)
      else begin(startsAt)
    } else if (retry && retry.at <= soonest) charge(retry.at, retry.times)
    else if (act) {
      apply(act)
      done += 1
    }
  }
  if (endedAt && endedAt <= now && !life.endedAt) end('cancelled', endedAt)
  // Refunds are possible after the end, too.
  for (const act of acts.slice(done)) if (act.kind === 'refund') apply(act)
  const [first] = life.invoices
  if (first && refundedAt && refundedAt <= now) first.refundedAmount = first.amount
  return life
}

function newLife(subscription: SandboxSubscription): Life {
  return {
    status: 'created',
    paidCount: 0,
    remainingCount: totalCounts[subscription.interval],
    periodStart: null,
    periodEnd: null,
    nextChargeAt: null,
    endedAt: null,
    card: cardAtFirst(subscription),
    isStopped: false,
    invoices: [],
  }
}

/** Ends the life of an unpaid subscription that was cancelled or has expired by now. */
function endCheckout(life: Life, { endedAt, expiresAt }: SandboxSubscription, now: Date): Life {
  if (endedAt && endedAt <= now) return { ...life, status: 'cancelled', endedAt }
  return expiresAt <= now ? { ...life, status: 'expired', endedAt: expiresAt } : life
}

/** @returns the steps of a paid subscription, which change its life, and their common state. */
function stepsOf(subscription: SandboxSubscription, paidAt: Date, life: Life) {
  const { interval, paymentId: firstPaymentId } = subscription
  const total = totalCounts[interval]
  const months = interval === 'yearly' ? 12 : 1
  const periodAt = (count: number) => monthsAfter(paidAt, count * months)
  const run: { total: number; issued: number; retry: { at: Date; times: number } | null } = {
    total,
    issued: 0,
    retry: null,
  }

  function end(status: 'cancelled' | 'completed', at: Date): void {
    Object.assign(life, { status, endedAt: at, nextChargeAt: null })
    run.retry = null
  }

  /** Tries to charge the last invoice. @param times the number of failures so far. */
  function charge(at: Date, times: number): void {
    const invoice = life.invoices.at(-1)
    if (!invoice) return
    // The first payment has proved the card.
    if (life.card === 'good' || run.issued === 1) {
      const paymentId = `${firstPaymentId}${run.issued === 1 ? '' : `_${run.issued - 1}`}`
      Object.assign(invoice, { paidAt: at, paymentId, card: life.card })
      Object.assign(life, { status: 'active', paidCount: life.paidCount + 1 })
      run.retry = null
    } else {
      const delay = retries[times]
      life.status = delay ? 'pending' : 'halted'
      run.retry = delay ? { at: later(invoice.issuedAt, delay), times: times + 1 } : null
    }
    if (run.issued === total && !run.retry) end('completed', at)
  }

  function begin(at: Date): void {
    run.issued += 1
    const periodEnd = periodAt(run.issued)
    life.remainingCount = total - run.issued
    life.nextChargeAt = life.remainingCount > 0 ? periodEnd : null
    Object.assign(life, { periodStart: at, periodEnd })
    life.invoices.push(newInvoice(subscription, run.issued, at, periodEnd))
    run.retry = null
    // While it is halted or paused, invoices are issued and nothing is charged.
    if (life.status !== 'halted' && life.status !== 'paused') charge(at, 0)
    else if (run.issued === total) end('completed', at)
  }

  function apply(act: SandboxAct): void {
    if (act.kind === 'refund') giveBack(life, act.paymentId, act.amount)
    else if (act.kind === 'stop') life.isStopped = true
    else if (act.kind === 'pause' && life.status === 'active') life.status = 'paused'
    else if (act.kind === 'card') {
      life.card = act.card
      // A new card pays a pending charge at once. Otherwise only future charges go to it.
      if (act.card === 'good' && life.status === 'pending') charge(act.at, 0)
      else if (act.card === 'good' && life.status === 'halted') life.status = 'active'
    }
  }

  return { run, periodAt, begin, charge, apply, end }
}

function newInvoice(
  { id, amount, currency }: SandboxSubscription,
  count: number,
  periodStart: Date,
  periodEnd: Date,
): SandboxInvoice {
  return {
    id: `inv_${id.replace(/^sub_/, '')}_${count}`,
    number: null,
    paymentId: null,
    issuedAt: periodStart,
    paidAt: null,
    periodStart,
    periodEnd,
    amount,
    currency,
    url: null,
    isGone: false,
    refundedAmount: 0,
    card: null,
  }
}

function giveBack({ invoices }: Life, paymentId: string, amount: number): void {
  const invoice = invoices.find((one) => one.paymentId === paymentId)
  if (invoice) invoice.refundedAmount = Math.min(invoice.amount, invoice.refundedAmount + amount)
}

/** @returns the card of the first payment. */
function cardAtFirst({ acts: [first], paidAt }: SandboxSubscription): SandboxCard {
  return first?.kind === 'card' && paidAt && first.at <= paidAt ? first.card : 'good'
}

function earliest(times: readonly (Date | null | undefined)[]): Date | null {
  return times.reduce<Date | null>(
    (one, other) => (other && (!one || other < one) ? other : one),
    null,
  )
}
