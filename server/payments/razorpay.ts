import Razorpay from 'razorpay'
import {
  type Payments,
  PaymentsError,
  type ProviderRefund,
  type ProviderSubscription,
  totalCounts,
} from '../api/payments'
import { consoleLog, type Log } from '../lib/log'
import { waitForEver } from '../lib/waiting'
import { createProviderClock, type ProviderClock } from './provider-clock'
import {
  isSignedPayment,
  readInvoices,
  readPaymentStatus,
  readRefund,
  readRefunds,
  readSubscription,
  readWebhook,
} from './razorpay-format'
import { readInvoicePage, readPaymentDetails } from './razorpay-invoices'

/** The maximum page size. */
const itemsPerPage = 100
/** A subscription is charged at most 120 times. */
const maxPages = 3

/** The maximum size of an answer, in bytes: ten times a page of invoices. */
const longestAnswer = 5_000_000

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
  clock?: () => Date
  /** Receives an error when the provider's clock and ours differ. */
  log?: Log
}

/** Connects to the payment provider Razorpay, through its own Node library (D34). */
export function createRazorpayPayments({
  keyId,
  keySecret,
  webhookSecrets,
  apiUrl = 'https://api.razorpay.com',
  timeout = 10_000,
  clock = () => new Date(),
  log = consoleLog,
}: RazorpayOptions): Payments {
  const providerClock = createProviderClock(clock, log)
  const client = openClient({ keyId, keySecret, apiUrl, timeout, clock }, providerClock)
  const { subscriptions, invoices, payments, http } = client

  /** Fetches or changes a subscription. @returns its report, dated by the time of the request. */
  async function requestSubscription(
    request: () => Promise<unknown>,
    id?: string,
  ): Promise<ProviderSubscription> {
    const askedAt = clock()
    const answer = await ask(request)
    return requireSubscription(answer, providerClock.now(askedAt) ?? askedAt, id)
  }

  const fetchSubscription = (id: string) =>
    requestSubscription(() => subscriptions.fetch(encodeURIComponent(id)), id)

  async function fetchRefunds(paymentId: string): Promise<ProviderRefund[]> {
    const answer = await ask(() =>
      payments.fetchMultipleRefund(encodeURIComponent(paymentId), { count: itemsPerPage }),
    )
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
      status = readPaymentStatus(await ask(() => payments.fetch(encodeURIComponent(id))), id)
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
      const answer = await ask(() =>
        invoices.all({
          subscription_id: subscriptionId,
          count: itemsPerPage,
          skip: page * itemsPerPage,
        }),
      )
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
      const created = await requestSubscription(() =>
        subscriptions.create({
          plan_id: planId,
          total_count: totalCounts[interval],
          expire_by: Math.floor(expiresAt.getTime() / 1000),
          notes: { organisation: organisationSlug },
        }),
      )
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
      const answer = await ask(() => payments.fetch(encodeURIComponent(id), { 'expand[]': 'card' }))
      const details = readPaymentDetails(answer, id) ?? failWithSomethingElse()
      // The payment's own sum contains pending refunds.
      return details.refundedAmount === 0
        ? details
        : { ...details, refundedAmount: await fetchRefundedAmount(id) }
    },

    async cancelSubscription(id) {
      try {
        const cancelled = await requestSubscription(
          () => subscriptions.cancel(encodeURIComponent(id), false),
          id,
        )
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

    stopRenewing: (id) =>
      requestSubscription(() => subscriptions.cancel(encodeURIComponent(id), true), id),

    async refundPayment(id) {
      try {
        // Without an amount, the whole payment is refunded. Key and body are the same for each
        // attempt, as https://razorpay.com/docs/api/refunds/normal-refunds-idempotent/ requires.
        const answer = await ask(() =>
          http
            .post(
              `/v1/payments/${encodeURIComponent(id)}/refund`,
              { speed: 'normal' },
              { headers: { 'X-Refund-Idempotency': `refund-of-${id}` } },
            )
            .then(({ data }) => data)
            .catch(({ response }: AxiosRejection) => {
              throw { statusCode: response.status, error: response.data.error }
            }),
        )
        return readRefund(answer, { paymentId: id }) ?? failWithSomethingElse()
      } catch (error) {
        if (!(error instanceof PaymentsError) || error.reason !== 'refused') throw error
        return await findRefund(id, error)
      }
    },

    async fetchRefund(id) {
      const answer = await ask(() => client.refunds.fetch(encodeURIComponent(id)))
      return readRefund(answer, { id }) ?? failWithSomethingElse()
    },

    verifyPayment: (payment) => isSignedPayment(payment, keySecret),

    readWebhook: (body, headers) => readWebhook(body, headers, webhookSecrets),

    sandbox: null,
  }
}

/**
 * Opens Razorpay's library with settings of its HTTP client, axios. The library itself supports no other address, no timeout
 * and no headers: https://github.com/razorpay/razorpay-node/pull/316 (tried with razorpay 2.9.8).
 */
function openClient(
  {
    keyId,
    keySecret,
    apiUrl,
    timeout,
    clock,
  }: Required<Omit<RazorpayOptions, 'webhookSecrets' | 'log'>>,
  providerClock: ProviderClock,
) {
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret })
  const { rq: http } = razorpay.api as unknown as { rq: AxiosInstance }
  http.defaults.baseURL = apiUrl
  // The key must not be sent anywhere else.
  http.defaults.maxRedirects = 0
  http.defaults.maxContentLength = longestAnswer
  http.interceptors.request.use((config) => ({
    ...config,
    signal: AbortSignal.timeout(timeout),
    askedAt: clock(),
  }))
  // The library expects an answer in every failure, and would hide failures without one.
  const learnTime = (response: AxiosResponse) => {
    providerClock.learn(response.headers.date, response.config.askedAt)
    return response
  }
  http.interceptors.response.use(learnTime, (failure) => {
    if (failure.response) learnTime(failure.response)
    const response = failure.response ?? {
      status: 0,
      data: { error: { description: failure.message } },
    }
    return Promise.reject({ response: { ...response, data: response.data || {} } })
  })
  // A refund needs a header, so it is sent by the HTTP client.
  return Object.assign(razorpay, { http })
}

/** The used parts of axios, whose types the library doesn't export. */
interface AxiosInstance {
  post(path: string, body: object, options: { headers: object }): Promise<{ data: unknown }>
  defaults: { baseURL: string; maxRedirects: number; maxContentLength: number }
  interceptors: {
    request: { use(change: (config: object) => object): void }
    response: {
      use(
        onSuccess: (response: AxiosResponse) => AxiosResponse,
        onFailure: (failure: AxiosFailure) => Promise<never>,
      ): void
    }
  }
}

interface AxiosResponse {
  status: number
  data: unknown
  headers: { date?: unknown }
  /** `askedAt`: the time of the request. */
  config: { askedAt: Date }
}

/** The rejection of every failed call. */
interface AxiosRejection {
  response: { status: number; data: { error?: unknown } }
}

interface AxiosFailure {
  message: string
  response?: AxiosResponse
}

/** Calls Razorpay once, without retries. @throws PaymentsError for any failure. */
async function ask(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    const { statusCode, error: details } = error as {
      statusCode?: unknown
      error?: { description?: unknown }
    }
    const status = typeof statusCode === 'number' ? statusCode : 0
    const description = details?.description
    const text = typeof description === 'string' ? description : String(error)
    // Rate limits and concurrent requests are temporary.
    const isTemporary = [408, 409, 429].includes(status)
    const refused = status >= 400 && status < 500 && !isTemporary
    throw new PaymentsError(
      refused ? 'refused' : 'unreachable',
      status ? `Razorpay answered ${status}: ${text}` : `Razorpay did not answer: ${text}`,
    )
  }
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
