import { FieldsError } from '../api/http-error'
import type { Subscription } from './tables'

/** The fields of requests that name the plan which the sender's page shows. */
type NamingField = 'subscription_id' | 'replaced_subscription_id'

/**
 * Refuses what was meant for another plan than the organisation's present one: the sender's page is out of date.
 * @param live the present one; null: none.
 * @param expectedId the subscription that was meant, null for none. Undefined: whichever there is.
 * @throws FieldsError 409 naming the present plan.
 */
export function requireExpectedPlan(
  live: Subscription | null,
  expectedId: string | null | undefined,
  field: NamingField = 'subscription_id',
): void {
  if (expectedId === undefined || expectedId === (live?.id ?? null)) return
  const reason = live
    ? `Your organisation's plan has changed: it is ${live.plan.name} (${live.plan.interval}) now. Look at it before you choose again.`
    : "Your organisation's plan has ended. If you still want another one, choose it again."
  throw new FieldsError(409, { [field]: reason }, 'plan_changed')
}
