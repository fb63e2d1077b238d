import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { type AuditFilter, auditQuery } from './queries'

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
