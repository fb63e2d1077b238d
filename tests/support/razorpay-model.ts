import { bundledPlans, findPlan } from '../../server/plans/plans'
import {
  type Card,
  isOngoing,
  type ModelAnswer,
  type ModelEvent,
  type ModelInvoice,
  type ModelPayment,
  type ModelRefund,
  type ModelSubscription,
  refused,
  shown,
} from './razorpay-entities'

const day = 86_400
/** The time limit of refunds after a payment, in seconds. */
const refundable = 180 * day

/** Ids are never given twice, so that histories can share a database. */
let count = 0

/** The part of the model of Razorpay (razorpay-model.ts) that is about payments, refunds, and telling of things. */
function createRazorpayMoney(options: { start: number; chance: () => number }) {
  const { chance } = options
  const payments = new Map<string, ModelPayment>()
  const refunds = new Map<string, ModelRefund>()
  const refundOfKey = new Map<string, string>()
  const events: ModelEvent[] = []
  /** `isPoor`: the seller's balance is too low. `isStill`: it charges nothing of itself. */
  const books = { now: options.start, isPoor: false, isStill: false }
  const oneOf = <Item>(...items: Item[]) => items[Math.floor(chance() * items.length)] as Item
  const seconds = () => Math.floor(books.now / 1000)
  const newId = (kind: string) => {
    count += 1
    return `${kind}_${String(count).padStart(14, '0')}`
  }

  function tell(event: string, payload: Record<string, { entity: unknown }>): void {
    const body = JSON.stringify({ entity: 'event', event, payload, created_at: seconds() })
    events.push({ id: newId('event'), at: books.now, body })
  }

  function newPayment({ id, own }: ModelSubscription, amount: number, isAuthorisation: boolean) {
    const made: ModelPayment = {
      id: newId('pay'),
      status: 'captured',
      created_at: seconds(),
      amount,
      amount_refunded: 0,
      method: 'card',
      card: { network: 'Visa', last4: own.card === 'good' ? '4242' : '0341' },
      own: { subscriptionId: id, isAuthorisation },
    }
    payments.set(made.id, made)
    return made
  }

  function settle(refund: ModelRefund): void {
    const payment = payments.get(refund.payment_id)
    refund.status = refund.own.fails ? 'failed' : 'processed'
    if (refund.own.fails && payment) {
      Object.assign(payment, {
        status: 'captured',
        amount_refunded: payment.amount_refunded - refund.amount,
      })
    }
    tell(`refund.${refund.status}`, { refund: { entity: shown(refund) } })
  }

  function refundOf(payment: ModelPayment, amount: number, status: string): ModelRefund {
    const own = { settlesAt: seconds() + oneOf(60, 7_200, 2 * day), fails: chance() < 0.1 }
    const made = { id: newId('rfnd'), payment_id: payment.id, status, amount, own }
    refunds.set(made.id, made)
    payment.amount_refunded += amount
    if (payment.amount_refunded === payment.amount) payment.status = 'refunded'
    if (status === 'processed') {
      Object.assign(own, { settlesAt: Number.POSITIVE_INFINITY, fails: false })
      tell('refund.processed', { refund: { entity: shown(made) } })
    }
    return made
  }

  function giveBack(id: string, key: string): ModelAnswer {
    const known = refunds.get(refundOfKey.get(key) ?? '')
    if (known) return [200, shown(known)]
    const payment = payments.get(id)
    if (!payment) return refused('The id provided does not exist')
    if (payment.status === 'refunded') return refused('The payment has been fully refunded already')
    if (seconds() - payment.created_at > refundable) return refused('The payment is too old')
    if (books.isPoor) return refused('Your account does not have enough balance')
    const left = payment.amount - payment.amount_refunded
    const made = refundOf(payment, left, oneOf('pending', 'processed'))
    refundOfKey.set(key, made.id)
    return [200, shown(made)]
  }

  return {
    books,
    payments,
    refunds,
    events,
    seconds,
    oneOf,
    newId,
    tell,
    newPayment,
    refundOf,
    giveBack,
    /** @returns the next event by itself, and its time. */
    next: () =>
      [...refunds.values()]
        .filter(({ status }) => status === 'pending')
        .map((refund) => ({ at: refund.own.settlesAt, act: () => settle(refund) })),
  }
}

/*
 * Razorpay with books of its own, as its documentation describes it:
 * https://razorpay.com/docs/payments/subscriptions/states/,
 * https://razorpay.com/docs/payments/subscriptions/payment-retries/,
 * https://razorpay.com/docs/api/payments/subscriptions/cancel-subscription/,
 * https://razorpay.com/docs/webhooks/subscriptions/ and https://razorpay.com/docs/api/refunds/.
 * Where they leave something open, it does one or the other, by chance.
 */

/** In seconds: it does something of itself no later than that. */
const never = Number.POSITIVE_INFINITY

export type RazorpayModel = ReturnType<typeof createRazorpayModel>

/**
 * @param options.start in ms since 1970.
 * @param options.chance from 0 up to 1.
 * @param options.total how often a subscription is charged at most.
 */
export function createRazorpayModel(options: {
  start: number
  chance: () => number
  total: number
}) {
  const money = createRazorpayMoney(options)
  const { books, payments, refunds, events, seconds, oneOf, newId, tell } = money
  const subscriptions = new Map<string, ModelSubscription>()
  const invoices: ModelInvoice[] = []
  function tellOf(name: string, subscription: ModelSubscription, payment?: ModelPayment): void {
    tell(`subscription.${name}`, {
      subscription: { entity: shown(subscription) },
      ...(payment && { payment: { entity: shown(payment) } }),
    })
  }

  function take(subscription: ModelSubscription, invoice: ModelInvoice): ModelPayment {
    const made = money.newPayment(subscription, invoice.amount, false)
    Object.assign(invoice, { status: 'paid', payment_id: made.id, paid_at: seconds() })
    subscription.paid_count += 1
    return made
  }

  /** Tries to charge the last invoice. @param times the number of failures so far. */
  function charge(
    subscription: ModelSubscription,
    times: number,
    mayFail = true,
  ): ModelPayment | null {
    const { own, id } = subscription
    const invoice = invoices.findLast((one) => one.subscription_id === id)
    if (!invoice) return null
    const before = subscription.status
    own.retry = null
    if (own.card === 'good' || !mayFail) {
      const payment = take(subscription, invoice)
      const next = { current_start: invoice.billing_start, current_end: invoice.billing_end }
      Object.assign(subscription, { status: 'active', charge_at: own.cycleEnd, ...next })
      if (before !== 'active') tellOf('activated', subscription, payment)
      tellOf('charged', subscription, payment)
      return payment
    }
    // T+1 to T+3, and then no more.
    const isLast = times === 3
    subscription.status = isLast ? 'halted' : 'pending'
    own.retry = isLast ? null : { at: invoice.issued_at + (times + 1) * day, times: times + 1 }
    subscription.charge_at = own.retry?.at ?? own.cycleEnd
    if (before !== subscription.status) tellOf(subscription.status, subscription)
    return null
  }

  /** Makes the invoice of the next period, and charges it unless it mayn't. */
  function beginPeriod(subscription: ModelSubscription, mayFail = true): ModelPayment | null {
    const { own, id, status } = subscription
    const from = own.issued === 0 ? seconds() : own.cycleEnd
    own.issued += 1
    own.cycleEnd = from + own.period
    // Banks want a notice first, so some charges come a day and a half later.
    own.dueAt = own.cycleEnd + oneOf(0, 0, 0, 20, 90, 1.5 * day)
    subscription.remaining_count = own.total - own.issued
    const makesInvoice = status !== 'paused' || oneOf(true, false)
    if (makesInvoice) {
      invoices.push({
        id: newId('inv'),
        subscription_id: id,
        status: 'issued',
        payment_id: null,
        issued_at: seconds(),
        paid_at: null,
        billing_start: from,
        billing_end: own.cycleEnd,
        amount: own.amount,
        currency: 'USD',
        own: { listedAt: seconds() + oneOf(0, 0, 60, 7_200) },
      })
    }
    if (subscription.current_end === null || oneOf(true, false)) {
      Object.assign(subscription, { current_start: from, current_end: own.cycleEnd })
    }
    subscription.charge_at = own.cycleEnd
    // Halted or paused, it only issues invoices.
    return status === 'halted' || status === 'paused' ? null : charge(subscription, 0, mayFail)
  }

  function end(subscription: ModelSubscription, status: string, by: 'call' | 'itself'): void {
    Object.assign(subscription, { status, ended_at: seconds(), charge_at: null })
    Object.assign(subscription.own, { retry: null, endedBy: by })
    if (status !== 'expired') tellOf(status, subscription)
  }

  /** @returns the next event of a subscription by itself, and its time. */
  function nextOf(one: ModelSubscription): { at: number; act: () => void } {
    const { own, status } = one
    if (status === 'created') return { at: own.expireBy, act: () => end(one, 'expired', 'itself') }
    if (!isOngoing({ status }) || books.isStill) return { at: never, act() {} }
    if (own.endsWithCycle) return { at: own.cycleEnd, act: () => end(one, 'cancelled', 'itself') }
    if (own.retry) return { at: own.retry.at, act: () => charge(one, own.retry?.times ?? 0) }
    if (own.issued >= own.total) {
      return { at: own.cycleEnd, act: () => end(one, 'completed', 'itself') }
    }
    return { at: own.dueAt, act: () => beginPeriod(one) }
  }

  function next() {
    const found = [...[...subscriptions.values()].map(nextOf), ...money.next()]
    return found.reduce((one, other) => (other.at < one.at ? other : one), { at: never, act() {} })
  }

  function cancel(one: ModelSubscription, atCycleEnd: boolean): ModelAnswer {
    if (!isOngoing(one) && one.status !== 'created') {
      return refused(`Subscription is not cancellable in ${one.status} status.`)
    }
    if (atCycleEnd && one.own.issued === 0) {
      return refused('Subscription cannot be cancelled since no billing cycle is going on')
    }
    if (atCycleEnd && one.own.cycleEnd > seconds()) one.own.endsWithCycle = true
    else end(one, 'cancelled', 'call')
    return [200, shown(one)]
  }

  function create(asked: { plan_id: string; total_count: number; expire_by: number }): ModelAnswer {
    const { plan } = findPlan(bundledPlans, asked.plan_id) ?? {}
    if (!plan) return refused('The id provided does not exist')
    const total = Math.min(asked.total_count, options.total)
    const made: ModelSubscription = {
      id: newId('sub'),
      status: 'created',
      start_at: null,
      ended_at: null,
      paid_count: 0,
      remaining_count: total,
      current_start: null,
      current_end: null,
      charge_at: null,
      payment_method: null,
      own: {
        amount: plan.prices.USD.amount,
        period: (plan.interval === 'yearly' ? 365 : 30) * day,
        total,
        issued: 0,
        expireBy: asked.expire_by,
        card: 'good',
        dueAt: never,
        cycleEnd: never,
        retry: null,
        endsWithCycle: false,
        endedBy: null,
      },
    }
    subscriptions.set(made.id, made)
    return [200, shown(made)]
  }

  return {
    books,
    subscriptions,
    invoices,
    payments,
    refunds,
    /** Its reports, the oldest first. */
    events,
    /** @returns when something happens next of itself, in ms since 1970. */
    nextAt: () => next().at * 1000,

    /** Lets time pass, in ms since 1970, and does what is due. */
    passTo(time: number): void {
      for (;;) {
        const { at, act } = next()
        if (at * 1000 > time) break
        books.now = Math.max(books.now, at * 1000)
        act()
      }
      books.now = Math.max(books.now, time)
    },

    answer(method: string, url: URL, body: Record<string, unknown>, key: string): ModelAnswer {
      const [, , kind = '', id = '', action] = url.pathname.split('/')
      if (kind === 'subscriptions' && method === 'POST' && !id) return create(body as never)
      if (kind === 'invoices') {
        const of = url.searchParams.get('subscription_id')
        const from = Number(url.searchParams.get('skip'))
        const items = invoices
          .filter((one) => one.subscription_id === of && one.own.listedAt <= seconds())
          .reverse()
          .slice(from, from + Number(url.searchParams.get('count')))
        return [200, { items: items.map(shown) }]
      }
      if (kind === 'payments' && action === 'refund') return money.giveBack(id, key)
      if (kind === 'payments' && action === 'refunds') {
        const items = [...refunds.values()].filter((one) => one.payment_id === id)
        return [200, { items: items.map(shown) }]
      }
      const found = { subscriptions, payments, refunds }[kind]?.get(id)
      if (!found) return refused('The id provided does not exist')
      if (action !== 'cancel') return [200, shown(found as ModelSubscription)]
      return cancel(found as ModelSubscription, Boolean(body.cancel_at_cycle_end))
    },

    /**
     * A customer pays in checkout.
     * @param how `mandate`: the bank agrees, and the first charge comes later, or never.
     * @returns the payment's id; null: it can't be paid any more.
     */
    pay(id: string, card: Card, how: 'charge' | 'mandate'): string | null {
      const one = subscriptions.get(id)
      if (one?.status !== 'created') return null
      one.own.card = card
      Object.assign(one, { start_at: seconds(), payment_method: 'card' })
      if (how === 'charge') return beginPeriod(one, false)?.id ?? null
      one.status = 'authenticated'
      one.own.dueAt = seconds() + oneOf(3_600, 1.5 * day, 3 * day, never)
      one.charge_at = one.start_at
      tellOf('authenticated', one)
      const payment = money.newPayment(one, 100, true)
      money.refundOf(payment, 100, 'processed')
      return payment.id
    },

    /** A customer changes the card in checkout: a pending charge is paid at once, missed ones aren't. */
    changeCard(id: string, card: Card): void {
      const one = subscriptions.get(id)
      if (!one || !isOngoing(one)) return
      one.own.card = card
      if (one.status === 'pending') charge(one, one.own.retry?.times ?? 1)
      else if (one.status === 'halted' && card === 'good') {
        one.status = 'active'
        tellOf('activated', one)
      }
    },

    act(id: string, what: 'pause' | 'resume' | 'cancel' | 'cancel-later' | 'refund-part'): void {
      const one = subscriptions.get(id)
      if (!one) return
      if (what === 'refund-part') {
        const payment = [...payments.values()].findLast(({ own }) => own.subscriptionId === id)
        const isWhole = payment && payment.status === 'captured' && payment.amount_refunded === 0
        if (isWhole) money.refundOf(payment, oneOf(500, payment.amount), 'processed')
      } else if (what === 'pause' && one.status === 'active') {
        one.status = 'paused'
        tellOf('paused', one)
      } else if (what === 'resume' && one.status === 'paused') {
        one.status = 'active'
        tellOf('resumed', one)
      } else if (what === 'cancel' || what === 'cancel-later') {
        cancel(one, what === 'cancel-later')
        if (one.own.endedBy) one.own.endedBy = 'itself'
      }
    },
  }
}
