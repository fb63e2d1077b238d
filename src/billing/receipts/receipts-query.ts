import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call'

/** The organisation's payments. For admins only, on our own server (D43). */
export const receiptsQuery = queryOptions({
  queryKey: ['receipts'],
  queryFn: ({ signal }) => call('getReceipts', undefined, { signal }),
  staleTime: 10_000,
})
