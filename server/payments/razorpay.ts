import Razorpay from 'razorpay'
import type { Plan } from '../store/entities'
import { type Payments, PaymentsError, type ProviderSubscription } from './payments'
import { isSignedPayment, readSubscription, readWebhook } from './razorpay-format'

/**
 * How many times a subscription is charged: it has no end of its own, and these are the most that
 * are safe. Source: https://razorpay.com/docs/api/payments/subscriptions/create-subscription/
 */
const totalCounts: Record<Plan['interval'], number> = { monthly: 120, yearly: 10 }

export interface RazorpayOptions {
  keyId: string
  keySecret: string
  /** Signs webhooks; the provider has another secret for that. */
  webhookSecret: string
  /** Where the provider's API is; tests have a stand-in. */
  apiUrl?: string
  /** How long a call may take from its beginning to its end, in ms. */
  timeout?: number
}

/** The payment provider Razorpay, through its own Node library (D34). */
export function createRazorpayPayments({
  keyId,
  keySecret,
  webhookSecret,
  apiUrl = 'https://api.razorpay.com',
  timeout = 10_000,
}: RazorpayOptions): Payments {
  const { subscriptions } = openClient(keyId, keySecret, apiUrl, timeout)

  async function fetchSubscription(id: string): Promise<ProviderSubscription> {
    return understood(await ask(() => subscriptions.fetch(encodeURIComponent(id))), id)
  }

  return {
    async createSubscription({ planId, interval, organisationSlug }) {
      const created = await ask(() =>
        subscriptions.create({
          plan_id: planId,
          total_count: totalCounts[interval],
          notes: { organisation: organisationSlug },
        }),
      )
      return understood(created).id
    },

    fetchSubscription,

    async cancelSubscription(id) {
      try {
        const cancelled = await ask(() => subscriptions.cancel(encodeURIComponent(id), false))
        if (understood(cancelled, id).status === 'ended') return
      } catch (error) {
        const mayHaveEnded = error instanceof PaymentsError && error.reason === 'refused'
        if (!mayHaveEnded) throw error
      }
      // What has ended already can't be cancelled again: only asking tells that from a refusal.
      if ((await fetchSubscription(id)).status !== 'ended') {
        throw new PaymentsError('refused', `The subscription ${id} was not cancelled`)
      }
    },

    verifyPayment: (payment) => isSignedPayment(payment, keySecret),

    readWebhook: (body, headers) => readWebhook(body, headers, webhookSecret),

    sandbox: null,
  }
}

/** The library knows neither another address nor a timeout, but its HTTP client, axios, does. */
function openClient(keyId: string, keySecret: string, apiUrl: string, timeout: number): Razorpay {
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret })
  const { rq: http } = razorpay.api as unknown as { rq: AxiosInstance }
  http.defaults.baseURL = apiUrl
  // The key must go nowhere else.
  http.defaults.maxRedirects = 0
  http.interceptors.request.use((config) => ({ ...config, signal: AbortSignal.timeout(timeout) }))
  // The library takes every failure for an answer: without one, it hides what happened.
  http.interceptors.response.use(undefined, (failure) => {
    const response = failure.response ?? {
      status: 0,
      data: { error: { description: failure.message } },
    }
    return Promise.reject({ response: { ...response, data: response.data || {} } })
  })
  return razorpay
}

/** What is used of axios, whose types the library doesn't pass on. */
interface AxiosInstance {
  defaults: { baseURL: string; maxRedirects: number }
  interceptors: {
    request: { use(change: (config: object) => object): void }
    response: {
      use(onSuccess: undefined, onFailure: (failure: AxiosFailure) => Promise<never>): void
    }
  }
}

interface AxiosFailure {
  message: string
  response?: { status: number; data: unknown }
}

/** @throws PaymentsError for every way in which a call can fail. Never tries a second time. */
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
    // Whoever is asked too often has done nothing either, and may do it later.
    const refused = status >= 400 && status < 500 && status !== 408 && status !== 429
    throw new PaymentsError(
      refused ? 'refused' : 'unreachable',
      status ? `Razorpay answered ${status}: ${text}` : `Razorpay did not answer: ${text}`,
    )
  }
}

/** @throws PaymentsError for an answer that isn't a subscription, or is another one. */
function understood(answer: unknown, id?: string): ProviderSubscription {
  const subscription = readSubscription(answer)
  if (!subscription || (id !== undefined && subscription.id !== id)) {
    throw new PaymentsError('unreachable', 'Razorpay answered with something else')
  }
  return subscription
}
