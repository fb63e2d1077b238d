import { FieldsError } from '../api/http-error'
import type { Subscription } from './tables'

/** The fields of requests that contain the plan on the sender's page. */
type PlanField = 'subscription_id' | 'replaced_subscription_id'

/**
 * Refuses a request that was meant for another plan than the present one, because the sender's page is out of date.
 * @param live the present plan; null: none.
 * @param expectedId the expected subscription, or null for none. Undefined: any.
 * @throws FieldsError 409 naming the present plan.
 */
export function requireExpectedPlan(
  live: Subscription | null,
  expectedId: string | null | undefined,
  field: PlanField = 'subscription_id',
): void {
  if (expectedId === undefined || expectedId === (live?.id ?? null)) return
  const reason = live
    ? `Your organisation's plan has changed: it is ${live.plan.name} (${live.plan.interval}) now. Look at it before you choose again.`
    : "Your organisation's plan has ended. If you still want another one, choose it again."
  throw new FieldsError(409, { [field]: reason }, 'plan_changed')
}
