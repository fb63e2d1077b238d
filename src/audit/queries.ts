import { queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import type { AuditFilter } from './audit-filter'

/**
 * The newest entries of the audit log. For admins only, of servers with the extension `audit-log`.
 * @param filter of the address: what isn't an action there is refused by the server.
 */
export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit-log', filter],
    queryFn: ({ signal }) => call('getAuditLog', filter as RequestOf<'getAuditLog'>, { signal }),
    staleTime: 10_000,
    // The list stays while another filter's is on its way, and the field keeps the focus.
    placeholderData: (previous) => previous,
  })
