import { queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import type { ShownLog } from './shown-log'

/** The filter of the audit log; it lives in the address as `?text=…&action=…`. */
export interface AuditFilter {
  text?: string | undefined
  /** A kind of action; the server refuses an unknown one. */
  action?: string | undefined
}

const given = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads the search parameters. */
export function auditFilter(search: Record<string, unknown>): AuditFilter {
  return { text: given(search.text)?.slice(0, 200), action: given(search.action) }
}

/**
 * The audit log. For admins only, on our own server (D43). Older entries stay while the
 * newest are fetched again: nothing that is entered changes.
 * @param filter from the address.
 */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit-log', filter],
    queryFn: async ({ client, queryKey, signal }): Promise<ShownLog> => {
      const newest = await call('getAuditLog', filter as RequestOf<'getAuditLog'>, { signal })
      const shown = client.getQueryData<ShownLog>(queryKey)
      if (!shown?.hasShownOlder) return newest
      // Not in every page's code.
      const { joined } = await import('./shown-log')
      return joined(newest, shown)
    },
    staleTime: 10_000,
    // Keeps the list while another filter's is loading, and the focus in the field.
    placeholderData: (previous) => previous,
  })
