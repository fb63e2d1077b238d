import type { Caller } from '../api/caller'
import { minute } from '../lib/time'
import { byProvider } from '../people/author'
import type { Reading } from '../store/change'
import type { Author } from '../store/entry'
import { paysOn, renewalOf } from './plan/renewals'
import type { Subscription } from './tables'
import { methodText } from './texts'

/**
 * Whoever opened a checkout has bought the plan, whatever brings the news: their browser's answer may be lost (D112).
 * @param news the author of the news.
 * @returns the buyer; for one who is gone, nobody's name; the news' own author if it is a user, or the buyer unknown.
 */
export async function buyerOf(
  read: Reading,
  subscription: Pick<Subscription, 'organisationId' | 'renewal'>,
  news: Author,
): Promise<Author> {
  const { payer } = renewalOf(subscription)
  if (news.actor.kind === 'user' || !payer) return news
  const { organisationId } = subscription
  const member = await read.one('users', { id: payer.userId, organisationId }, 'not-held')
  const { fullName: name = null, email = null } = member ?? {}
  return {
    ...byProvider(news.origin),
    actor: { kind: 'user', id: payer.userId, name, email },
  }
}

/** The provider's times have whole seconds. In ms. */
const tolerance = minute

/** @returns the author of a payment: the buyer of the first one, with which the plan began; else the news' own. */
export async function authorOfPayment(
  read: Reading,
  subscription: Subscription,
  takenAt: Date | null,
  news: Author,
): Promise<Author> {
  const { startedAt } = subscription
  const isFirst = startedAt && takenAt && Math.abs(+takenAt - +startedAt) <= tolerance
  return isFirst ? await buyerOf(read, subscription, news) : news
}

/** @returns what somebody's payment method goes on paying for (D110); null: nothing. */
export function paymentBy(
  userId: string,
  live: Caller['live'],
): { planName: string; method: string | null } | null {
  if (!live || !paysOn(live)) return null
  const { payer, charges } = renewalOf(live)
  if (payer?.userId !== userId) return null
  return { planName: live.plan.name, method: methodText(charges?.method) }
}
