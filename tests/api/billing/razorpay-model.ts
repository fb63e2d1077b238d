import { bundledPlans, findPlan } from '../../../server/plans/plans'

/*
 * Razorpay with books of its own, as its documentation describes it:
 * https://razorpay.com/docs/payments/subscriptions/states/,
 * https://razorpay.com/docs/payments/subscriptions/payment-retries/,
 * https://razorpay.com/docs/api/payments/subscriptions/cancel-subscription/,
 * https://razorpay.com/docs/webhooks/subscriptions/ and https://razorpay.com/docs/api/refunds/.
 * Where they leave something open, it does one or the other, by chance. Times are in seconds since 1970, unless told
 * otherwise. What isn't Razorpay's JSON is under `own`.
 */

type Card = 'good' | 'failing'

const day = 86_400
/** It does something of itself no later than that. */
const never = Number.POSITIVE_INFINITY

function newSubscription(
  id: string,
  terms: Record<'amount' | 'period' | 'total' | 'expireBy', number>,
) {
  return {
    id,
    status: 'created',
    start_at: null as number | null,
    ended_at: null as number | null,
    paid_count: 0,
    remaining_count: terms.total,
    current_start: null as number | null,
    current_end: null as number | null,
    charge_at: null as number | null,
    payment_method: null as string | null,
    own: {
      ...terms,
      issued: 0,
      card: 'good' as Card,
      /** When the next period is charged: its end, or somewhat later. */
      dueAt: never,
      cycleEnd: never,
      retry: null as { at: number; times: number } | null,
      endsWithCycle: false,
      /** Who ended it; null: nobody has. */
      endedBy: null as 'call' | 'itself' | null,
    },
  }
}
export type ModelSubscription = ReturnType<typeof newSubscription>

type Answer = [status: number, body: object]

const ongoing = ['authenticated', 'active', 'pending', 'halted']

/** Whether a subscription has begun and not ended. */
export const isOngoing = ({ status }: { status: string }) => ongoing.includes(status)

/** An entity as Razorpay's JSON has it. */
function shown<Entity extends { own: object }>({ own: _own, ...entity }: Entity) {
  return entity
}

const refused = (description: string): Answer => [
  400,
  { error: { code: 'BAD_REQUEST_ERROR', description } },
]

/**
 * @param start in ms since 1970.
 * @param chance from 0 up to 1.
 * @param most how often a subscription is charged at most.
 */
export function createRazorpayModel(start: number, chance: () => number, most: number) {
  /** `now` in ms. `isStill`: it charges nothing of itself. */
  const books = { now: start, isStill: false }
  const subscriptions = new Map<string, ModelSubscription>()
  const invoices: ReturnType<typeof newInvoice>[] = []
  const payments = new Map<string, ReturnType<typeof newPayment>>()
  const refunds = new Map<string, ReturnType<typeof newRefund>>()
  const refundOfKey = new Map<string, string>()
  /** Its reports, the oldest first: a webhook's contents are a copy of the books at that time, in ms. */
  const events: { id: string; at: number; body: string }[] = []
  let count = 0

  const oneOf = <Item>(...items: Item[]) => items[Math.floor(chance() * items.length)] as Item
  const seconds = () => Math.floor(books.now / 1000)
  const newId = (kind: string) => {
    count += 1
    return `${kind}_${String(count).padStart(14, '0')}`
  }

  function tell(event: string, entities: Record<string, { own: object }>): void {
    const payload = Object.fromEntries(
      Object.entries(entities).map(([name, entity]) => [name, { entity: shown(entity) }]),
    )
    const body = JSON.stringify({ entity: 'event', event, payload, created_at: seconds() })
    events.push({ id: newId('event'), at: books.now, body })
  }

  function newPayment({ id, own }: ModelSubscription, amount: number, isAuthorisation: boolean) {
    const card = { network: 'Visa', last4: own.card === 'good' ? '4242' : '0341' }
    const made = {
      id: newId('pay'),
      status: 'captured',
      created_at: seconds(),
      amount,
      amount_refunded: 0,
      method: 'card',
      card,
      own: { subscriptionId: id, isAuthorisation },
    }
    payments.set(made.id, made)
    return made
  }

  function newInvoice({ id, own }: ModelSubscription, from: number) {
    return {
      id: newId('inv'),
      subscription_id: id,
      status: 'issued',
      payment_id: null as string | null,
      issued_at: seconds(),
      paid_at: null as number | null,
      billing_start: from,
      billing_end: own.cycleEnd,
      amount: own.amount,
      currency: 'USD',
      own: { listedAt: seconds() + oneOf(0, 0, 60, 7_200) },
    }
  }

  function newRefund(payment: ReturnType<typeof newPayment>, amount: number, status: string) {
    const isDone = status === 'processed'
    const own = {
      settlesAt: isDone ? never : seconds() + oneOf(60, 7_200, 2 * day),
      fails: !isDone && chance() < 0.1,
    }
    const made = { id: newId('rfnd'), payment_id: payment.id, status, amount, own }
    refunds.set(made.id, made)
    payment.amount_refunded += amount
    if (payment.amount_refunded === payment.amount) payment.status = 'refunded'
    if (isDone) tell('refund.processed', { refund: made })
    return made
  }

  function settle(refund: ReturnType<typeof newRefund>): void {
    const payment = payments.get(refund.payment_id)
    refund.status = refund.own.fails ? 'failed' : 'processed'
    if (refund.own.fails && payment) {
      payment.status = 'captured'
      payment.amount_refunded -= refund.amount
    }
    tell(`refund.${refund.status}`, { refund })
  }

  function giveBack(id: string, key: string): Answer {
    const known = refunds.get(refundOfKey.get(key) ?? '')
    if (known) return [200, shown(known)]
    const payment = payments.get(id)
    if (!payment) return refused('The id provided does not exist')
    if (payment.status === 'refunded') return refused('The payment has been fully refunded already')
    const left = payment.amount - payment.amount_refunded
    const made = newRefund(payment, left, oneOf('pending', 'processed'))
    refundOfKey.set(key, made.id)
    return [200, shown(made)]
  }

  /** Tries to charge the last invoice. @param times the number of failures so far. @returns the payment's id. */
  function charge(subscription: ModelSubscription, times: number, mayFail = true): string | null {
    const { own, id, status: before } = subscription
    const invoice = invoices.findLast((one) => one.subscription_id === id)
    if (!invoice) return null
    own.retry = null
    if (own.card === 'good' || !mayFail) {
      const payment = newPayment(subscription, invoice.amount, false)
      Object.assign(invoice, { status: 'paid', payment_id: payment.id, paid_at: seconds() })
      subscription.paid_count += 1
      const next = { current_start: invoice.billing_start, current_end: invoice.billing_end }
      Object.assign(subscription, { status: 'active', charge_at: own.cycleEnd, ...next })
      if (before !== 'active') tell('subscription.activated', { subscription, payment })
      tell('subscription.charged', { subscription, payment })
      return payment.id
    }
    // T+1 to T+3, and then no more.
    const isLast = times === 3
    subscription.status = isLast ? 'halted' : 'pending'
    own.retry = isLast ? null : { at: invoice.issued_at + (times + 1) * day, times: times + 1 }
    subscription.charge_at = own.retry?.at ?? own.cycleEnd
    if (before !== subscription.status)
      tell(`subscription.${subscription.status}`, { subscription })
    return null
  }

  /** Makes the invoice of the next period, and charges it unless it mayn't. @returns the payment's id. */
  function beginPeriod(subscription: ModelSubscription, mayFail = true): string | null {
    const { own } = subscription
    const from = own.issued === 0 ? seconds() : own.cycleEnd
    own.issued += 1
    own.cycleEnd = from + own.period
    // Banks want a notice first, so some charges come a day and a half later.
    own.dueAt = own.cycleEnd + oneOf(0, 0, 0, 20, 90, 1.5 * day)
    subscription.remaining_count = own.total - own.issued
    invoices.push(newInvoice(subscription, from))
    if (subscription.current_end === null || oneOf(true, false)) {
      Object.assign(subscription, { current_start: from, current_end: own.cycleEnd })
    }
    subscription.charge_at = own.cycleEnd
    // Halted, it only issues invoices.
    return subscription.status === 'halted' ? null : charge(subscription, 0, mayFail)
  }

  function end(subscription: ModelSubscription, status: string, by: 'call' | 'itself'): void {
    Object.assign(subscription, { status, ended_at: seconds(), charge_at: null })
    Object.assign(subscription.own, { retry: null, endedBy: by })
    if (status !== 'expired') tell(`subscription.${status}`, { subscription })
  }

  /** @returns the next event of a subscription by itself, and its time. */
  function nextOf(one: ModelSubscription): { at: number; act: () => void } {
    const { own, status } = one
    if (status === 'created') return { at: own.expireBy, act: () => end(one, 'expired', 'itself') }
    if (!isOngoing(one) || books.isStill) return { at: never, act() {} }
    if (own.endsWithCycle) return { at: own.cycleEnd, act: () => end(one, 'cancelled', 'itself') }
    if (own.retry) return { at: own.retry.at, act: () => charge(one, own.retry?.times ?? 0) }
    if (own.issued >= own.total) {
      return { at: own.cycleEnd, act: () => end(one, 'completed', 'itself') }
    }
    return { at: own.dueAt, act: () => beginPeriod(one) }
  }

  function next() {
    const pending = [...refunds.values()].filter(({ status }) => status === 'pending')
    const found = [
      ...[...subscriptions.values()].map(nextOf),
      ...pending.map((refund) => ({ at: refund.own.settlesAt, act: () => settle(refund) })),
    ]
    return found.reduce((one, other) => (other.at < one.at ? other : one), { at: never, act() {} })
  }

  function cancel(one: ModelSubscription, atCycleEnd: boolean): Answer {
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

  function create(asked: { plan_id: string; total_count: number; expire_by: number }): Answer {
    const { plan } = findPlan(bundledPlans, asked.plan_id) ?? {}
    if (!plan) return refused('The id provided does not exist')
    const made = newSubscription(newId('sub'), {
      amount: plan.prices.USD.amount,
      period: (plan.interval === 'yearly' ? 365 : 30) * day,
      total: Math.min(asked.total_count, most),
      expireBy: asked.expire_by,
    })
    subscriptions.set(made.id, made)
    return [200, shown(made)]
  }

  function list(query: URLSearchParams): Answer {
    const from = Number(query.get('skip'))
    const items = invoices
      .filter((one) => one.subscription_id === query.get('subscription_id'))
      .filter((one) => one.own.listedAt <= seconds())
      .reverse()
      .slice(from, from + Number(query.get('count')))
    return [200, { items: items.map(shown) }]
  }

  return {
    books,
    subscriptions,
    invoices,
    payments,
    refunds,
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

    answer(method: string, url: URL, body: Record<string, unknown>, key: string): Answer {
      const [, , kind = '', id = '', action] = url.pathname.split('/')
      if (kind === 'subscriptions' && method === 'POST' && !id) return create(body as never)
      if (kind === 'invoices') return list(url.searchParams)
      if (kind === 'payments' && action === 'refund') return giveBack(id, key)
      if (kind === 'payments' && action === 'refunds') {
        const items = [...refunds.values()].filter((one) => one.payment_id === id)
        return [200, { items: items.map(shown) }]
      }
      const subscription = subscriptions.get(id)
      if (subscription && action === 'cancel') {
        return cancel(subscription, Boolean(body.cancel_at_cycle_end))
      }
      const found = { subscriptions, payments, refunds }[kind]?.get(id)
      return found ? [200, shown(found)] : refused('The id provided does not exist')
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
      if (how === 'charge') return beginPeriod(one, false)
      one.status = 'authenticated'
      one.own.dueAt = seconds() + oneOf(3_600, 1.5 * day, 3 * day, never)
      one.charge_at = one.start_at
      tell('subscription.authenticated', { subscription: one })
      const payment = newPayment(one, 100, true)
      newRefund(payment, 100, 'processed')
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
        tell('subscription.activated', { subscription: one })
      }
    },

    /** The seller ends a subscription in the provider's own pages. */
    endThere(id: string, atCycleEnd: boolean): void {
      const one = subscriptions.get(id)
      if (!one) return
      cancel(one, atCycleEnd)
      if (one.own.endedBy) one.own.endedBy = 'itself'
    },

    /** The seller refunds the last payment there, or a part of it. */
    refundThere(id: string): void {
      const payment = [...payments.values()].findLast(({ own }) => own.subscriptionId === id)
      const isWhole = payment && payment.status === 'captured' && payment.amount_refunded === 0
      if (isWhole) newRefund(payment, oneOf(500, payment.amount), 'processed')
    },
  }
}
