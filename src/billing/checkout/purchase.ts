import type { Currency, Plan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { call } from '../../api/call'
import { ApiError, isTransient } from '../../api/errors'
import { pageSessionStatus } from '../../api/page-session'
import { settings } from '../../settings'
import { showToast } from '../../ui/toasts/toast'
import { currentPlanOf, isSamePlan, isSameSubscription } from '../subscribed-plan'
import type { PaymentProof } from './razorpay'

/** Loads late, because few visits buy something. */
const importCheckout = () => import('./razorpay')

export interface SubscribeInput {
  plan: Plan
  /** The price shown decides what is charged (D16): it names the provider's plan and the currency. */
  price: { planId: string; currency: Currency }
  /** The charges in a few words: 'today, then every month'. */
  charges: string
  /**
   * The profile before the purchase, or null where it failed to load. Its plan is replaced, and it prefills
   * checkout.
   */
  profile: Profile | null
}

/** The stage at which subscribing failed. `twice`: the organisation had already paid for the plan. */
export class SubscribeFailure extends Error {
  override readonly name = 'SubscribeFailure'
  readonly stage: 'creation' | 'checkout' | 'verification' | 'twice'

  constructor(stage: SubscribeFailure['stage'], cause: unknown) {
    super(`Subscribing failed at ${stage}`, { cause })
    this.stage = stage
  }
}

function failedAt(stage: SubscribeFailure['stage']) {
  return (cause: unknown): never => {
    throw new SubscribeFailure(stage, cause)
  }
}

/** The pauses between verifications in ms, where the server asks for none. */
const verificationBackoff = [1_000, 2_000, 4_000]
/** Bounds of the server's pause, in seconds: the buyer is waiting. */
const shortestWait = 1
const longestWait = 60

/** @returns the pause before the next attempt in ms, or null for permanent errors. */
function waitAfter(error: unknown, backoff: number): number | null {
  if (!(error instanceof ApiError)) return null
  // A buyer who has paid shouldn't have to retry because the server limits the rate.
  if (!isTransient(error) && error.status !== 429) return null
  if (error.retryAfter === undefined) return backoff
  return Math.min(Math.max(error.retryAfter, shortestWait), longestWait) * 1_000
}

/** Retries a verification, which is idempotent (D33). */
async function verify(proof: PaymentProof): Promise<void> {
  for (const backoff of verificationBackoff) {
    try {
      return void (await call('verifySubscription', proof))
    } catch (error) {
      const wait = waitAfter(error, backoff)
      if (wait === null) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  await call('verifySubscription', proof)
}

/** Milliseconds within which the profile must confirm the purchase: the buyer is waiting. */
const profileTimeout = 10_000

/** Whether the purchase shows in the profile and didn't before. Then it worked, even if it wasn't verified (D59). */
export function showsPurchase(
  { plan, profile: before }: SubscribeInput,
  now: Profile | undefined,
): boolean {
  const [was, is] = [currentPlanOf(before), currentPlanOf(now)]
  if (!before || !is || !isSamePlan(plan, is)) return false
  return !was || !isSameSubscription(was, is)
}

/** Whether a payment was refused because an earlier payment had already bought the plan. */
export const isPaidTwice = (cause: unknown) => cause instanceof ApiError && cause.status === 409

/**
 * Verifies a payment. If that fails, reads the profile: it may show that this purchase worked. It may also
 * show that another payment bought the plan. Then nothing has failed, and this payment is refunded (D47).
 */
async function verifyPurchase(input: SubscribeInput, proof: PaymentProof): Promise<void> {
  try {
    await verify(proof)
  } catch (error) {
    const signal = AbortSignal.timeout(profileTimeout)
    const profile = await call('getProfile', undefined, { signal }).catch(() => undefined)
    if (!isPaidTwice(error)) {
      if (showsPurchase(input, profile)) return
    } else if (isSamePlan(input.plan, currentPlanOf(profile))) {
      throw new SubscribeFailure('twice', error)
    }
    throw new SubscribeFailure('verification', error)
  }
}

const announce = ({ charges }: SubscribeInput) =>
  showToast('success', 'Subscription successfully activated.', `${charges}.`)

/**
 * Finds out whether the plan was bought although the buyer has closed checkout: a payment may have been made outside of it
 * (UPI). Our server asks the payment provider when the profile is read.
 */
async function wasPaidElsewhere(input: SubscribeInput): Promise<boolean> {
  const { checkingText } = await importCheckout()
  showToast('info', checkingText)
  const options = { timeout: profileTimeout }
  const profile = await call('getProfile', undefined, options).catch(() => undefined)
  const isBought = showsPurchase(input, profile)
  if (isBought) announce(input)
  return isBought
}

/** Makes the browser ask before the page unloads while a task runs. */
async function confirmUnloadDuring(task: () => Promise<void>): Promise<void> {
  const keep = (event: BeforeUnloadEvent) => {
    // A page whose session has ended must be able to reload (D48).
    if (pageSessionStatus() === 'unchanged') event.preventDefault()
  }
  window.addEventListener('beforeunload', keep)
  try {
    await task()
  } finally {
    window.removeEventListener('beforeunload', keep)
  }
}

/**
 * Creates a subscription, has it paid in the provider's checkout, and verifies the payment (specification,
 * section 4). The success toast comes at payment, before verification.
 * @returns the bought subscription; null when the buyer has closed checkout, and no payment is known.
 * @throws SubscribeFailure saying how far it got.
 */
export async function subscribe(
  input: SubscribeInput,
): Promise<Pick<PaymentProof, 'subscription_id'> | null> {
  const { plan, price, charges, profile } = input
  const shown = currentPlanOf(profile)
  const created = call('createSubscription', {
    plan_id: price.planId,
    // Without a profile the page shows no plan, so no plan was confirmed as replaced.
    ...(settings.isOurServer && { replaced_subscription_id: shown ? shown.subscription_id : null }),
  })
  const { subscription_id } = await created.catch(failedAt('creation'))
  const checkout = {
    subscriptionId: subscription_id,
    description: `${plan.name}: ${charges}`,
    currency: price.currency,
    profile,
  }
  const proof = await importCheckout()
    .then(({ payInCheckout }) => payInCheckout(checkout))
    .catch(failedAt('checkout'))
  if (!proof) return (await wasPaidElsewhere(input)) ? { subscription_id } : null
  announce(input)
  await confirmUnloadDuring(() => verifyPurchase(input, proof))
  return proof
}
