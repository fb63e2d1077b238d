import type { Currency, Plan } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { call } from '../../api/call'
import { ApiError, isTransient } from '../../api/errors'
import { pageSessionStatus } from '../../api/page-session'
import { settings } from '../../settings'
import { showToast } from '../../ui/toasts/toast'
import { currentPlanOf, isSamePlan } from '../subscribed-plan'
import { type PaymentProof, payInCheckout } from './razorpay'

export interface SubscribeInput {
  plan: Plan
  /** The price shown decides what is charged (D16): the provider's plan, and the currency. */
  price: { planId: string; currency: Currency }
  /** What is charged, and when, in a few words. */
  charges: string
  /** The profile before: its plan is what is replaced, and it prefills checkout. Null where it failed to load. */
  profile: Profile | null
}

/** Says at which stage subscribing failed; `twice`: the organisation had paid for the plan already. */
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

/** The backoff between verifications, in ms, where the server names no pause (D28). */
const verificationBackoff = [1_000, 2_000, 4_000]
/** The limits of the server's pause, in seconds: the buyer waits. */
const shortestWait = 1
const longestWait = 60

/** @returns the pause before the next try, in ms; null for permanent errors. */
function waitAfter(error: unknown, backoff: number): number | null {
  if (!(error instanceof ApiError)) return null
  // Where the server is rate limiting, a buyer who has paid shouldn't have to try again.
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

/** How long the profile may take to confirm the purchase, in ms: the buyer waits. */
const profileTimeout = 10_000

/** Whether the profile shows the plan, and didn't before: the purchase worked, even if it was not verified (D59). */
export function showsPurchase(
  { plan, profile: before }: SubscribeInput,
  now: Profile | undefined,
): boolean {
  const showedBefore = !before || isSamePlan(plan, currentPlanOf(before))
  return !showedBefore && isSamePlan(plan, currentPlanOf(now))
}

/** Whether a payment was refused because another one has bought the plan already. */
export const isPaidTwice = (cause: unknown) => cause instanceof ApiError && cause.status === 409

/**
 * Verifies a payment. After a failure, the profile may show that the purchase worked (D59), or that another one did:
 * then nothing has failed, and this payment is refunded (D112).
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

/** Lets the browser ask before the page unloads during a task. */
async function confirmUnloadDuring(task: () => Promise<void>): Promise<void> {
  const keep = (event: BeforeUnloadEvent) => {
    // Nothing may stop the reload of a page whose session has ended (D48).
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
 * @returns the payment's proof; null when the buyer has closed checkout: nothing was charged.
 * @throws SubscribeFailure saying how far it got.
 */
export async function subscribe(input: SubscribeInput): Promise<PaymentProof | null> {
  const { plan, price, charges, profile } = input
  const shown = currentPlanOf(profile)
  const created = call('createSubscription', {
    plan_id: price.planId,
    // Without a profile the page shows no plan, and asks nothing before one ends.
    ...(settings.isOurServer && { replaced_subscription_id: shown ? shown.subscription_id : null }),
  })
  const { subscription_id } = await created.catch(failedAt('creation'))
  const proof = await payInCheckout({
    subscriptionId: subscription_id,
    description: `${plan.name}: ${charges}`,
    currency: price.currency,
    profile,
  }).catch(failedAt('checkout'))
  if (!proof) return null
  showToast('success', 'Subscription successfully activated.', `${charges}.`)
  await confirmUnloadDuring(() => verifyPurchase(input, proof))
  return proof
}
