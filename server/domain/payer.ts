import { methodText } from '../mail/method-text'
import type { Caller } from '../store/entities'
import { paysOn, renewalOf } from './renewals'

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
