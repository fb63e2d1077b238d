import type { Currency, Plan } from '../../../contract/billing'
import type { RequestOf } from '../../../contract/calls'
import type { Profile } from '../../../contract/profile'
import { call } from '../../api/call'
import { ApiError, isTransient } from '../../api/errors'
import { pageSessionStatus } from '../../api/page-session'
import { settings } from '../../settings'
import { showToast } from '../../ui/toasts/toast'
import { currentPlanOf, isSamePlan } from '../current-plan'
import { payInCheckout } from './checkout'

export interface SubscribeInput {
  plan: Plan
  /** What is shown decides what is charged (D16): the provider's plan, and the currency. */
  price: { planId: string; currency: Currency }
  /** As it is before; fills checkout in. Null when there is none. */
  profile: Profile | null
}

/** Where subscribing came to a halt: what is to be said about it depends on that. */
export class SubscribeFailure extends Error {
  override readonly name = 'SubscribeFailure'
  readonly stage: 'creation' | 'checkout' | 'verification'

  constructor(stage: SubscribeFailure['stage'], cause: unknown) {
    super(`Subscribing failed at ${stage}`, { cause })
    this.stage = stage
  }
}

async function at<Result>(
  stage: SubscribeFailure['stage'],
  result: Promise<Result>,
): Promise<Result> {
  try {
    return await result
  } catch (error) {
    throw new SubscribeFailure(stage, error)
  }
}

/** Waits before each further try of a verification where the server names none, in ms (D28). */
const verificationBackoff = [1_000, 2_000, 4_000]
/** What the server may name, in seconds: the buyer looks on. */
const shortestWait = 1
const longestWait = 60

/** @returns how long to wait before the next try, in ms; null where there is no point in one. */
function waitAfter(error: unknown, backoff: number): number | null {
  if (!isTransient(error) && !isBusy(error)) return null
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  if (seconds === undefined) return backoff
  return Math.min(Math.max(seconds, shortestWait), longestWait) * 1_000
}

/** Whether the server asks to wait; a buyer who has paid can't be expected to try again later. */
function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429
}

type Verification = RequestOf<'verifySubscription'>

/** Repeating it changes nothing on the server (D33), so that no answer isn't the end. */
async function verify(body: Verification): Promise<void> {
  for (const backoff of verificationBackoff) {
    try {
      return void (await call('verifySubscription', body))
    } catch (error) {
      const wait = waitAfter(error, backoff)
      if (wait === null) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  await call('verifySubscription', body)
}

/** How long the profile may take to say whether a plan was bought, in ms: the buyer looks on. */
const profileTimeout = 10_000

/**
 * Whether a plan shows that didn't before it was paid for: buying has worked, whatever was said of the
 * verification (D59).
 * @param now the profile as it is since; undefined where nobody knows.
 */
export function showsPurchase(
  { plan, profile: before }: SubscribeInput,
  now: Profile | undefined,
): boolean {
  const showedBefore = !before || isSamePlan(plan, currentPlanOf(before))
  return !showedBefore && isSamePlan(plan, currentPlanOf(now))
}

/** Whether a verification that failed may have been of a plan that was bought: 409 says that it wasn't. */
export function mayBeBought(cause: unknown): boolean {
  return !(cause instanceof ApiError && cause.status === 409)
}

/** Verifies; where that fails, the profile tells, once, whether buying has worked all the same (D59). */
async function verifyPurchase(input: SubscribeInput, body: Verification): Promise<void> {
  try {
    await verify(body)
  } catch (error) {
    const signal = AbortSignal.timeout(profileTimeout)
    const profile = mayBeBought(error)
      ? await call('getProfile', undefined, { signal }).catch(() => undefined)
      : undefined
    if (!showsPurchase(input, profile)) throw error
  }
}

/** Lets the browser ask before the page is left while a task is under way and its session lasts. */
async function confirmUnloadDuring(task: () => Promise<void>): Promise<void> {
  const keep = (event: BeforeUnloadEvent) => {
    // Nothing may hold back a page that has to go with its session (D48).
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
 * The whole way to a subscription: create it, pay in the provider's checkout, have the payment
 * verified (specification, section 4). The success toast comes at payment, before verification.
 * @returns 'dismissed' when the buyer has closed checkout: nothing was charged.
 * @throws SubscribeFailure saying how far it got.
 */
export async function subscribe(input: SubscribeInput): Promise<'subscribed' | 'dismissed'> {
  const { plan, price, profile } = input
  const { subscription_id } = await at(
    'creation',
    call('createSubscription', { plan_id: price.planId }),
  )
  const payment = await at(
    'checkout',
    payInCheckout({
      subscriptionId: subscription_id,
      planName: plan.name,
      currency: price.currency === 'INR' ? 'INR' : settings.subscriptionCurrency,
      profile,
    }),
  )
  if (!payment) return 'dismissed'
  showToast('success', 'Subscription successfully activated.')
  const { razorpay_payment_id, razorpay_signature } = payment
  await at(
    'verification',
    confirmUnloadDuring(() =>
      verifyPurchase(input, { subscription_id, razorpay_payment_id, razorpay_signature }),
    ),
  )
  return 'subscribed'
}
