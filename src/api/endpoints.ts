import { billingCalls } from '../../contract/billing'
import type { CallName } from '../../contract/calls'
import { dashboardCalls } from '../../contract/dashboards'
import type { Endpoint } from '../../contract/endpoint'
import { profileCalls } from '../../contract/profile'
import { receiptCalls } from '../../contract/receipts'
import { sessionCalls } from '../../contract/session'

/** The calls of the pages that people open first: the sign-in, the dashboards and the plan. */
const first: Partial<Record<CallName, Endpoint>> = {
  ...sessionCalls,
  ...profileCalls,
  ...dashboardCalls,
  ...billingCalls,
  ...receiptCalls,
}

/** Loads the whole contract, of which the pages that people open first need only a part. */
export const loadContract = () => import('../../contract/calls')

/** @returns a call of the contract. @throws what the import throws if its code can't be loaded. */
export async function endpointOf(name: CallName): Promise<Endpoint> {
  return first[name] ?? (await loadContract()).calls[name]
}
