import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'

/** The filter of the audit log; it lives in the address as `?text=…&action=…`. */
export interface AuditFilter {
  text?: string | undefined
  /** A kind of action; the server refuses an unknown one. */
  action?: string | undefined
}

const nonEmptyText = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value : undefined

export function auditFilter(search: Record<string, unknown>): AuditFilter {
  return { text: nonEmptyText(search.text)?.slice(0, 200), action: nonEmptyText(search.action) }
}

interface PageOptions extends Pick<RequestOf<'getAuditLog'>, 'before' | 'most'> {
  signal: AbortSignal
}

export const readPage = (filter: AuditFilter, { signal, ...part }: PageOptions) =>
  call('getAuditLog', { ...filter, ...part } as RequestOf<'getAuditLog'>, { signal })

/**
 * The audit log, page by page, the newest entries first. For admins only, on our own server (D43). A refetch
 * fetches all pages anew, each after the one before: no entry is missing between them, and none is there twice.
 */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filter],
    queryFn: ({ pageParam: before, signal }) => readPage(filter, { before, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // Each page is a call: the more pages, the fewer refetches.
    staleTime: ({ state }) => 10_000 * (state.data?.pages.length ?? 1),
    // Keeps the present list, and the focus in the field, while the list for another filter loads.
    placeholderData: keepPreviousData,
  })
