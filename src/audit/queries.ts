import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { AuditLog } from '../../contract/audit-log'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'

/** The filter of the audit log; it lives in the address as `?text=…&action=…`. */
export interface AuditFilter {
  text?: string | undefined
  /** A kind of action. An unknown one filters nothing. */
  action?: string | undefined
}

const given = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads the search parameters. */
export function auditFilter(search: Record<string, unknown>): AuditFilter {
  return { text: given(search.text)?.slice(0, 200), action: given(search.action) }
}

/** The entries that show: the newest, and as many older ones as were asked for. */
interface ShownLog extends AuditLog {
  hasShownOlder?: boolean
}

/**
 * The audit log. For admins only, on servers with the extension `audit-log`. Older entries stay while the
 * newest are fetched again: nothing that is entered changes.
 * @param filter from the address; the server refuses an unknown action.
 */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit-log', filter],
    queryFn: async ({ client, queryKey, signal }): Promise<ShownLog> => {
      const newest = await call('getAuditLog', filter as RequestOf<'getAuditLog'>, { signal })
      const shown = client.getQueryData<ShownLog>(queryKey)
      return shown?.hasShownOlder ? joined(newest, shown) : newest
    },
    staleTime: 10_000,
    // Keeps the list while another filter's is loading, and the focus in the field.
    placeholderData: (previous) => previous,
  })

/** @returns the newest entries and, unless entries between them are missing, those shown already. */
function joined(newest: AuditLog, shown: ShownLog): ShownLog {
  const last = newest.data.at(-1)?.entry_id
  const index = shown.data.findIndex(({ entry_id }) => entry_id === last)
  if (newest.next === null || index === -1) return newest
  return { ...shown, data: [...newest.data, ...shown.data.slice(index + 1)] }
}

interface OlderInput {
  filter: AuditFilter
  /** `next` of those that show. */
  before: string
}

/** Adds older entries to those that show. */
export const olderMutation = mutationOptions({
  mutationFn: ({ filter, before }: OlderInput) =>
    call('getAuditLog', { ...filter, before } as RequestOf<'getAuditLog'>),
  onSuccess: ({ data, next }, { filter, before }, _result, { client }) =>
    client.setQueryData(auditQuery(filter).queryKey, (shown) =>
      // Otherwise they wouldn't follow what shows by now.
      shown?.next === before
        ? { data: [...shown.data, ...data], next, hasShownOlder: true }
        : shown,
    ),
})
