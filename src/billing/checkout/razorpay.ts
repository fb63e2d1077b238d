import type { Currency } from '../../../contract/billing'
import type { RequestOf } from '../../../contract/calls'
import type { Profile } from '../../../contract/profile'
import { pageState } from '../../lib/page-state'
import { waitForUser } from '../../lib/waiting-for-user'
import { settings } from '../../settings'

/** The provider's answer to a payment. */
export interface Payment {
  razorpay_payment_id: string
  razorpay_subscription_id: string
  razorpay_signature: string
}

export type PaymentProof = RequestOf<'verifySubscription'>

/**
 * The provider's options that we use.
 * Source: https://razorpay.com/docs/payments/subscriptions/integration-guide/
 */
interface CheckoutOptions {
  key: string
  subscription_id: string
  name: string
  description: string
  currency: string
  /** Changes the subscription's payment method, and buys nothing. */
  subscription_card_change?: 1
  prefill: { name: string; email: string; contact?: string }
  theme: { color: string }
  modal: { ondismiss: () => void }
  handler: (payment: Payment) => void
}

interface Checkout {
  open: () => void
  on: (event: 'payment.failed', listener: (response: { error?: unknown }) => void) => void
}

type CheckoutConstructor = new (options: CheckoutOptions) => Checkout

declare global {
  interface Window {
    /** The constructor that the provider's script defines. */
    Razorpay?: CheckoutConstructor
  }
}

/** The text while the server asks whether a payment was made outside of a checkout that was closed. */
export const checkingText = 'We’re checking with the payment provider.'

/** Milliseconds until loading the provider's script fails. */
const scriptTimeout = 30_000

/** Prefilled values where the profile is missing. */
const placeholders = {
  name: 'Organisation member',
  email: 'member@example.com',
  contact: '9999999999',
}

const loading = pageState<Promise<CheckoutConstructor> | null>('checkout script', null)

/** Loads the provider's script once. @throws Error when it fails to load; the next call tries again. */
function loadCheckout(): Promise<CheckoutConstructor> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay)
  const script = loading.get() ?? loadScript().finally(() => loading.set(null))
  loading.set(script)
  return script
}

function loadScript(): Promise<CheckoutConstructor> {
  const script = document.createElement('script')
  return new Promise<CheckoutConstructor>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`The checkout script ${settings.checkoutScriptUrl} ${reason}`))
    }
    const timer = setTimeout(fail, scriptTimeout, 'took too long')
    script.addEventListener('error', () => fail('could not be loaded'))
    script.addEventListener('load', () => {
      // Ad blockers may answer with an empty script.
      if (!window.Razorpay) return fail('did not define window.Razorpay')
      clearTimeout(timer)
      resolve(window.Razorpay)
    })
    script.src = settings.checkoutScriptUrl
    document.head.append(script)
  })
}

function prefillOf(profile: Profile | null): CheckoutOptions['prefill'] {
  if (!profile) return placeholders
  // The wire has `+91-9876543210`; the provider wants no hyphen. There is no placeholder number, because somebody
  // owns it and would get messages.
  const contact = profile.contact_number?.replaceAll('-', '')
  return { name: profile.full_name, email: profile.email, ...(contact && { contact }) }
}

interface CheckoutInput {
  subscriptionId: string
  /** The charges in one line. */
  description: string
  currency: Currency
  /** The profile, or null to use placeholders. */
  profile: Profile | null
  /** Whether checkout changes how a subscription is paid (D81), instead of paying it. */
  changesMethod?: boolean
}

/**
 * Opens the provider's checkout and waits for the buyer.
 * @returns the payment's proof, or null when the buyer has closed checkout. A payment may have been made all the same.
 * @throws Error when checkout can't be opened; then nothing was charged.
 */
export async function payInCheckout(input: CheckoutInput): Promise<PaymentProof | null> {
  const { subscriptionId: subscription_id, description, currency, profile, changesMethod } = input
  const Razorpay = await loadCheckout()
  const payment = new Promise<PaymentProof | null>((resolve) => {
    const checkout = new Razorpay({
      key: settings.checkoutKey,
      subscription_id,
      ...(changesMethod && { subscription_card_change: 1 }),
      name: settings.productName,
      description,
      currency,
      prefill: prefillOf(profile),
      theme: { color: '#4F61FF' },
      modal: { ondismiss: () => resolve(null) },
      handler: ({ razorpay_payment_id, razorpay_signature }) =>
        resolve({ subscription_id, razorpay_payment_id, razorpay_signature }),
    })
    // Checkout stays open for another attempt.
    checkout.on('payment.failed', ({ error }) => console.error('Payment failed', error))
    checkout.open()
  })
  return await waitForUser(payment)
}
