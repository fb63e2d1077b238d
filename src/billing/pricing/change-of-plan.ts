import type { Plan, SubscribedPlan } from '../../../contract/billing'
import { settings } from '../../settings'
import { formatDay, formatMoment } from '../days'
import { isCurrentPlan, isSamePlan } from '../subscribed-plan'
import { formatPrice, ownPriceOf, perMonth } from './price'

/** @returns the word for a change to `plan`, by the prices per month. Null: the same plan, or a first one. */
export function changeWord(
  plan: Plan,
  current: SubscribedPlan | null,
): 'Upgrade' | 'Downgrade' | null {
  if (!current || plan.name === current.name) return null
  return perMonth(plan) < perMonth(current) ? 'Downgrade' : 'Upgrade'
}

/** The plan whose button is primary, and whether it is the recommended one (D17). */
export function emphasisOf(plans: readonly Plan[], current: SubscribedPlan | null) {
  const recommended = settings.isOurServer && plans.find((plan) => plan.is_recommended)
  const plan =
    recommended || plans.find((one) => !current || changeWord(one, current) === 'Upgrade')
  const isOffered =
    plan && !isCurrentPlan(plan, current) && changeWord(plan, current) !== 'Downgrade'
  return { plan: isOffered ? plan : null, isRecommended: Boolean(recommended) }
}

/**
 * @param listed the plan of the price list that counts as the current one.
 * @returns when the current plan is charged next, or when a stopped one ends, and until or from when it can be kept or
 * chosen again (D109). Empty: neither, or it is unknown.
 */
export function nextText(current: SubscribedPlan, listed: Plan, tax: string): string {
  const { payment_state, renews_at, ends_at, can_be_kept_until: until } = current
  if (!settings.isOurServer || payment_state !== 'paid') return ''
  if (ends_at && isSamePlan(listed, current)) {
    const end = formatDay(ends_at, true)
    return until
      ? `Ends on ${end}. You can change your mind until ${formatMoment(until)}.`
      : `Ends on ${end}. You can choose it again from then on.`
  }
  return renews_at
    ? `Renews on ${formatDay(renews_at)} for ${formatPrice(ownPriceOf(current))}${tax}`
    : ''
}
