import {
  type ModelAnswer,
  type ModelEvent,
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
export function createRazorpayMoney(options: { start: number; chance: () => number }) {
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
