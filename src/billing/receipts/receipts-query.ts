import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call'

/** The organisation's payments. For admins only, on servers with the extension `billing-details`. */
export const receiptsQuery = queryOptions({
  queryKey: ['receipts'],
  queryFn: ({ signal }) => call('getReceipts', undefined, { signal }),
  staleTime: 10_000,
})
