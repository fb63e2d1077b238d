import type { AuditLog } from '../../contract/audit-log'

/** The entries that show: the newest, and as many older ones as were asked for. */
export interface ShownLog extends AuditLog {
  hasShownOlder?: boolean
}

/** @returns the newest entries and, unless entries between them are missing, those shown already. */
export function joined(newest: AuditLog, shown: ShownLog): ShownLog {
  const last = newest.data.at(-1)?.entry_id
  const index = shown.data.findIndex(({ entry_id }) => entry_id === last)
  if (newest.next === null || index === -1) return newest
  return { ...shown, data: [...newest.data, ...shown.data.slice(index + 1)] }
}
