import { queryOptions } from '@tanstack/react-query'
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

/**
 * The newest entries of the audit log. For admins only, on servers with the extension `audit-log`.
 * @param filter from the address; the server refuses an unknown action.
 */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit-log', filter],
    queryFn: ({ signal }) => call('getAuditLog', filter as RequestOf<'getAuditLog'>, { signal }),
    staleTime: 10_000,
    // Keeps the list while another filter's is loading, and the focus in the field.
    placeholderData: (previous) => previous,
  })
