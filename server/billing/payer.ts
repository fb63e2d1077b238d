import type { Caller } from '../api/caller'
import { minute } from '../lib/time'
import { byProvider } from '../people/author'
import type { Reading } from '../store/change'
import type { Author } from '../store/entry'
import { isChargedAgain, renewalOf } from './plan/renewals'
import type { Subscription } from './tables'
import { methodText } from './texts'

/**
 * Returns the author of a purchase: the user who opened the checkout, even if the provider is the first to report the
 * payment (D47). A user who was removed since has no name.
 * @param reporter the author of the report, who is returned if it is a user, or if the buyer is unknown.
 */
export async function authorOfPurchase(
  read: Reading,
  subscription: Pick<Subscription, 'organisationId' | 'renewal'>,
  reporter: Author,
): Promise<Author> {
  const { payer } = renewalOf(subscription)
  if (reporter.actor.kind === 'user' || !payer) return reporter
  const { organisationId } = subscription
  const member = await read.one('users', { id: payer.userId, organisationId }, 'not-held')
  const { fullName: name = null, email = null } = member ?? {}
  return {
    ...byProvider(reporter.origin),
    actor: { kind: 'user', id: payer.userId, name, email },
  }
}

/** The tolerance between two of the provider's times, in ms. They have whole seconds. */
const tolerance = minute

/** @returns the buyer of the plan for its first payment, and the reporter for all others. */
export async function authorOfPayment(
  read: Reading,
  subscription: Subscription,
  takenAt: Date | null,
  reporter: Author,
): Promise<Author> {
  const { startedAt } = subscription
  const isFirst = startedAt && takenAt && Math.abs(+takenAt - +startedAt) <= tolerance
  return isFirst ? await authorOfPurchase(read, subscription, reporter) : reporter
}

/** @returns the plan that a user's payment method will pay for again (D110); null: none. */
export function paymentBy(
  userId: string,
  live: Caller['live'],
): { planName: string; method: string | null } | null {
  if (!live || !isChargedAgain(live)) return null
  const { payer, charges } = renewalOf(live)
  if (payer?.userId !== userId) return null
  return { planName: live.plan.name, method: methodText(charges?.method) }
}
