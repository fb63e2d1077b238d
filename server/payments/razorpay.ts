import * as v from 'valibot'
import {
  type Payments,
  PaymentsError,
  type ProviderRefund,
  type ProviderSubscription,
  totalCounts,
} from '../api/payments'
import { consoleLog, type Log } from '../lib/log'
import { waitForEver } from '../lib/waiting'
import { createProviderClock } from './provider-clock'
import {
  isSignedPayment,
  parseJson,
  readInvoices,
  readPaymentStatus,
  readRefund,
  readRefunds,
  readSubscription,
  readWebhook,
} from './razorpay-format'
import { readInvoicePage, readPaymentDetails } from './razorpay-invoices'

const itemsPerPage = 100
/** A subscription is charged at most 120 times. */
const maxPages = 3

/** Razorpay's messages of refusals that are temporary, because the seller's balance is too low. */
const lacksMoney = /enough balance|: invalid request sent$/i

export interface RazorpayOptions {
  keyId: string
  keySecret: string
  /** The secrets that sign webhooks. There are two while the secret is being changed. */
  webhookSecrets: readonly string[]
  /** The address of the provider's API. Staging and tests use a stand-in. */
  apiUrl?: string
  /** The timeout of a whole call, in ms. */
  timeout?: number
  /** For tests. */
  fetch?: typeof globalThis.fetch
  clock?: () => Date
  /** Receives an error when the provider's clock and ours differ. */
  log?: Log
}

/** Connects to the payment provider Razorpay (D34). */
export function createRazorpayPayments({
  keyId,
  keySecret,
  webhookSecrets,
  apiUrl = 'https://api.razorpay.com',
  timeout = 10_000,
  fetch = globalThis.fetch,
  clock = () => new Date(),
  log = consoleLog,
}: RazorpayOptions): Payments {
  const providerClock = createProviderClock(clock, log)
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  /**
   * Calls Razorpay once, without retries.
   * @param body is posted; absent: the call only reads.
   * @returns the answer's JSON; null for anything else.
   * @throws PaymentsError for any failure.
   */
  async function ask(
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const askedAt = clock()
    try {
      const answer = await fetch(`${apiUrl}/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        // The key must not be sent anywhere else.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      providerClock.learn(answer.headers.get('date'), askedAt)
      const text = await answer.text()
      if (answer.ok) return parseJson(text)
      throw failureOf(answer.status, text)
    } catch (error) {
      if (error instanceof PaymentsError) throw error
      const { cause = error } = error as Error
      throw new PaymentsError('unreachable', `Razorpay did not answer: ${cause}`)
    }
  }

  /** Fetches or changes a subscription. @returns its report, dated by the time of the request. */
  async function requestSubscription(
    path: string,
    id?: string,
    body?: object,
  ): Promise<ProviderSubscription> {
    const askedAt = clock()
    const answer = await ask(path, body)
    return requireSubscription(answer, providerClock.now(askedAt) ?? askedAt, id)
  }

  const fetchSubscription = (id: string) =>
    requestSubscription(`subscriptions/${encodeURIComponent(id)}`, id)

  const cancel = (id: string, body: object) =>
    requestSubscription(`subscriptions/${encodeURIComponent(id)}/cancel`, id, body)

  async function fetchRefunds(paymentId: string): Promise<ProviderRefund[]> {
    const path = `payments/${encodeURIComponent(paymentId)}/refunds?count=${itemsPerPage}`
    const answer = await ask(path)
    return readRefunds(answer, paymentId) ?? failWithSomethingElse()
  }

  /** @returns the sum of a payment's refunds, without those that are pending and may still fail. */
  async function fetchRefundedAmount(paymentId: string): Promise<number> {
    const refunds = await fetchRefunds(paymentId)
    return refunds
      .filter(({ status }) => status === 'processed')
      .reduce((sum, { amount }) => sum + (amount ?? failWithSomethingElse()), 0)
  }

  /**
   * Finds the refund of a payment that Razorpay refuses to refund. Only this distinguishes a refunded payment from others.
   * @returns a pending refund, or else a processed one.
   * @throws PaymentsError `refused` if the payment exists and can't be refunded.
   */
  async function findRefund(id: string, refusal: PaymentsError): Promise<ProviderRefund> {
    let status: string | null
    try {
      status = readPaymentStatus(await ask(`payments/${encodeURIComponent(id)}`), id)
    } catch {
      status = null
    }
    if (status === 'refunded') {
      const all = await fetchRefunds(id)
      const found = (wanted: ProviderRefund['status']) =>
        all.find((refund) => refund.status === wanted)
      const refund = found('pending') ?? found('processed')
      return refund ?? failWithSomethingElse()
    }
    // With wrong keys Razorpay doesn't know the payment. A payment that isn't captured yet may be captured later, or else
    // Razorpay refunds it by itself.
    const isFinal = status === 'captured' && !lacksMoney.test(refusal.message)
    throw isFinal ? refusal : new PaymentsError('unreachable', refusal.message)
  }

  /** Reads all pages of a subscription's invoices. */
  async function readInvoicePages<Item>(
    subscriptionId: string,
    read: (json: unknown) => { items: readonly Item[]; count: number } | null,
  ): Promise<Item[]> {
    const found: Item[] = []
    for (let page = 0; page < maxPages; page += 1) {
      const query = new URLSearchParams({
        subscription_id: subscriptionId,
        count: `${itemsPerPage}`,
        skip: `${page * itemsPerPage}`,
      })
      const answer = await ask(`invoices?${query}`)
      const { items, count } = read(answer) ?? failWithSomethingElse()
      found.push(...items)
      if (count < itemsPerPage) break
    }
    return found
  }

  return {
    now: () => providerClock.now(),

    async createSubscription({ planId, interval, organisationSlug, expiresAt }) {
      waitForEver()
      const created = await requestSubscription('subscriptions', undefined, {
        plan_id: planId,
        total_count: totalCounts[interval],
        expire_by: Math.floor(expiresAt.getTime() / 1000),
        notes: { organisation: organisationSlug },
      })
      return created.id
    },

    fetchSubscription,

    async fetchPayments(subscriptionId) {
      const pages = await readInvoicePages(subscriptionId, (json) => {
        const page = readInvoices(json)
        return page && { items: page.payments, count: page.count }
      })
      return pages.sort((one, other) => Number(one.takenAt) - Number(other.takenAt))
    },

    fetchInvoices: (subscriptionId) =>
      readInvoicePages(subscriptionId, (json) => {
        const items = readInvoicePage(json)
        return items && { items, count: items.length }
      }),

    async fetchPaymentDetails(id) {
      const answer = await ask(`payments/${encodeURIComponent(id)}?expand[]=card`)
      const details = readPaymentDetails(answer, id) ?? failWithSomethingElse()
      // The payment's own sum contains pending refunds.
      return details.refundedAmount === 0
        ? details
        : { ...details, refundedAmount: await fetchRefundedAmount(id) }
    },

    async cancelSubscription(id) {
      try {
        const cancelled = await cancel(id, {})
        if (cancelled.status === 'ended') return cancelled
      } catch (error) {
        const mayHaveEnded = error instanceof PaymentsError && error.reason === 'refused'
        if (!mayHaveEnded) throw error
      }
      // Only asking distinguishes an ended subscription, which can't be cancelled again, from a refusal.
      const present = await fetchSubscription(id)
      if (present.status === 'ended') return present
      throw new PaymentsError('refused', `The subscription ${id} was not cancelled`)
    },

    stopRenewing: (id) => cancel(id, { cancel_at_cycle_end: 1 }),

    async refundPayment(id) {
      try {
        // Without an amount, the whole payment is refunded. Key and body are the same for each
        // attempt, as https://razorpay.com/docs/api/refunds/normal-refunds-idempotent/ requires.
        const path = `payments/${encodeURIComponent(id)}/refund`
        const key = { 'X-Refund-Idempotency': `refund-of-${id}` }
        const answer = await ask(path, { speed: 'normal' }, key)
        return readRefund(answer, { paymentId: id }) ?? failWithSomethingElse()
      } catch (error) {
        if (!(error instanceof PaymentsError) || error.reason !== 'refused') throw error
        return await findRefund(id, error)
      }
    },

    async fetchRefund(id) {
      const answer = await ask(`refunds/${encodeURIComponent(id)}`)
      return readRefund(answer, { id }) ?? failWithSomethingElse()
    },

    verifyPayment: (payment) => isSignedPayment(payment, keySecret),

    readWebhook: (body, headers) => readWebhook(body, headers, webhookSecrets),

    sandbox: null,
  }
}

const failedAnswer = v.object({ error: v.object({ description: v.string() }) })

function failureOf(status: number, text: string): PaymentsError {
  const { success, output } = v.safeParse(failedAnswer, parseJson(text))
  // Rate limits and concurrent requests are temporary.
  const isTemporary = [408, 409, 429].includes(status)
  const isRefused = status >= 400 && status < 500 && !isTemporary
  return new PaymentsError(
    isRefused ? 'refused' : 'unreachable',
    `Razorpay answered ${status}: ${success ? output.error.description : 'without a reason'}`,
  )
}

/** @throws PaymentsError for an answer that isn't this subscription. */
function requireSubscription(answer: unknown, asOf: Date, id?: string): ProviderSubscription {
  const subscription = readSubscription(answer, asOf)
  if (!subscription || (id !== undefined && subscription.id !== id)) {
    return failWithSomethingElse()
  }
  return subscription
}

function failWithSomethingElse(): never {
  throw new PaymentsError('unreachable', 'Razorpay answered with something else')
}
