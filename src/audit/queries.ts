import { queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import type { AuditFilter } from './audit-filter'

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
