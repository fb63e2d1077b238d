import { auditLogCalls } from '../../contract/audit-log'
import { billingCalls } from '../../contract/billing'
import type { CallName } from '../../contract/calls'
import { dashboardCalls } from '../../contract/dashboards'
import type { Endpoint } from '../../contract/endpoint'
import { profileCalls } from '../../contract/profile'
import { receiptCalls } from '../../contract/receipts'
import { sessionCalls } from '../../contract/session'
import { teamCalls } from '../../contract/team'

/** Calls of all pages except the profile and the organisation, which are visited rarely. */
const first: Partial<Record<CallName, Endpoint>> = {
  ...sessionCalls,
  ...profileCalls,
  ...dashboardCalls,
  ...billingCalls,
  ...receiptCalls,
  ...teamCalls,
  ...auditLogCalls,
}

/** Loads the whole contract, of which most pages need only a part. */
export const loadContract = () => import('../../contract/calls')

/** @returns a call of the contract. @throws what the import throws if its code can't be loaded. */
export async function endpointOf(name: CallName): Promise<Endpoint> {
  return first[name] ?? (await loadContract()).calls[name]
}
