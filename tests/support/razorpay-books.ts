import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { signPayment } from '../../server/payments/razorpay-format'
import { sign } from '../../server/payments/signatures'
import { type ModelAnswer, refused } from './razorpay-entities'
import { openRazorpay } from './razorpay-server'

interface Entity {
  id: string
  status: string
  [name: string]: unknown
}

interface Invoice {
  id: string
  subscription_id: string
  payment_id: string
  paid_at: number
  [name: string]: unknown
  /** Razorpay lists it a while after reporting the payment. */
  isListed: boolean
}

/**
 * Stands in for Razorpay with books of its own: subscriptions, payments, invoices and refunds, as its
 * documents describe them, by its own clock, which the `Date` of its answers shows.
 */
export async function startRazorpayBooks(clock: () => Date) {
  const calls: string[] = []
  const subscriptions = new Map<string, Entity>()
  const payments = new Map<string, Entity>()
  const invoices: Invoice[] = []
  const refunds = new Map<string, Entity>()
  const refundOfKey = new Map<string, string>()
  const books = { newRefund: 'processed', listsInvoices: true, isDown: false }
  const seconds = () => Math.floor(clock().getTime() / 1000)
  let count = 0
  const newId = (kind: string) => {
    count += 1
    return `${kind}_${String(count).padStart(14, '0')}`
  }

  function refund(id: string, key: string): ModelAnswer {
    const payment = payments.get(id)
    const known = refunds.get(refundOfKey.get(key) ?? '')
    if (known) return [200, known]
    if (!payment) return refused('The id provided does not exist')
    if (payment.status === 'refunded') return refused('The payment has been fully refunded already')
    const { amount } = payment
    const made = { id: newId('rfnd'), payment_id: id, status: books.newRefund, amount }
    refunds.set(made.id, made)
    refundOfKey.set(key, made.id)
    if (made.status !== 'failed') {
      Object.assign(payment, { status: 'refunded', amount_refunded: payment.amount })
    }
    return [200, made]
  }

  function answer(method: string, url: URL, key: string): ModelAnswer {
    const [, , kind = '', id = '', action] = url.pathname.split('/')
    if (kind === 'subscriptions' && method === 'POST' && !id) {
      const made = { id: newId('sub'), status: 'created', start_at: null, ended_at: null }
      subscriptions.set(made.id, { ...made, paid_count: 0 })
      return [200, made]
    }
    if (kind === 'invoices') {
      const of = url.searchParams.get('subscription_id')
      const items = invoices.filter((entry) => entry.isListed && entry.subscription_id === of)
      return [200, { items }]
    }
    if (kind === 'payments' && action === 'refund') return refund(id, key)
    if (kind === 'payments' && action === 'refunds') {
      return [200, { items: [...refunds.values()].filter((entry) => entry.payment_id === id) }]
    }
    const found = { subscriptions, payments, refunds }[kind]?.get(id)
    if (!found) return refused('The id provided does not exist')
    if (action !== 'cancel') return [200, found]
    if (found.status === 'cancelled') return refused('Subscription is not cancellable.')
    return [200, Object.assign(found, { status: 'cancelled', ended_at: seconds() })]
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await text(request)
    const url = new URL(request.url ?? '', 'http://razorpay.test')
    calls.push(`${request.method} ${url.pathname}`)
    const key = String(request.headers['x-refund-idempotency'] ?? '')
    const [status, body] = books.isDown ? [503, {}] : answer(request.method ?? '', url, key)
    response
      .writeHead(status, { 'content-type': 'application/json', date: clock().toUTCString() })
      .end(JSON.stringify(body))
  }

  const { options, stop } = await openRazorpay(respond)
  return {
    options,
    /** The settings of a test: the state of new refunds, whether invoices are listed, whether it answers. */
    books,
    /** Method and path of each call. */
    calls,
    subscription: (id: string) => subscriptions.get(id),
    refunds,
    /** @param status the subscription's status then. @returns the proof that checkout gives the buyer. */
    async pay(id: string, status: 'authenticated' | 'active' = 'active') {
      const paymentId = newId('pay')
      const paid_count = status === 'active' ? 1 : 0
      Object.assign(subscriptions.get(id) ?? {}, { status, start_at: seconds(), paid_count })
      const now = seconds()
      const price = { amount: 9_900, currency: 'USD' }
      const card = { network: 'Visa', last4: '4242' }
      payments.set(paymentId, {
        id: paymentId,
        status: 'captured',
        created_at: now,
        amount_refunded: 0,
        method: 'card',
        card,
        ...price,
      })
      const paid = { subscription_id: id, payment_id: paymentId, paid_at: now }
      const period = { billing_start: now, billing_end: now + 30 * 86_400 }
      invoices.push({
        id: newId('inv'),
        status: 'paid',
        issued_at: now,
        created_at: now,
        amount_paid: price.amount,
        short_url: `https://rzp.io/i/${paymentId}`,
        ...price,
        ...paid,
        ...period,
        isListed: books.listsInvoices,
      })
      const payment = { subscriptionId: id, paymentId }
      return { ...payment, signature: await signPayment(payment, options.keySecret) }
    },
    listInvoices() {
      for (const invoice of invoices) invoice.isListed = true
    },
    /** @returns a call of the webhook with the current record of an id. */
    async tell(event: string, id: string): Promise<[body: string, headers: Headers]> {
      const entity = structuredClone(subscriptions.get(id) ?? refunds.get(id))
      const kind = subscriptions.has(id) ? 'subscription' : 'refund'
      const payload = { [kind]: { entity } }
      const body = JSON.stringify({ entity: 'event', event, payload, created_at: seconds() })
      return [
        body,
        new Headers({
          'x-razorpay-signature': await sign(body, options.webhookSecrets[0] ?? ''),
          'x-razorpay-event-id': newId('event'),
        }),
      ]
    },
    stop,
  }
}

export type RazorpayBooks = Awaited<ReturnType<typeof startRazorpayBooks>>
