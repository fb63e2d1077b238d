import type { SubscriptionActivityRow } from '../../../contract/billing'

/** In the order that STATUS sorts by (D14). */
export const statuses = ['Active', 'Upgraded', 'Canceled'] as const
export type ActivityStatus = (typeof statuses)[number]

/** 'Upgraded' before 'Active' before 'Canceled' (specification, section 4). */
export function statusOf(row: SubscriptionActivityRow): ActivityStatus {
  if (row.upgrade_status) return 'Upgraded'
  return row.status ? 'Active' : 'Canceled'
}
