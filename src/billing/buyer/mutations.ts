import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Buyer, Copy } from '../../../contract/buyer'
import { call } from '../../api/call'
import { writeConfirmed } from '../../lib/mutations'
import { buyerQuery } from '../queries'

export const changeBuyer = mutationOptions({
  mutationFn: (buyer: Buyer) => call('changeBuyer', buyer),
  onSuccess: (_nothing, buyer, _result, { client }) =>
    writeConfirmed(client, buyerQuery.queryKey, (before) => ({ ...before, billed_to: buyer })),
  onError: (_error, _buyer, _result, { client }) => readBuyerAgain(client),
})

/**
 * Adds an accounting address, to which receipts are mailed as well. A new address is asked first; one that was removed
 * a moment ago isn't.
 */
export const addCopy = mutationOptions({
  mutationFn: ({ email }: Copy) => call('addCopy', { email }),
  onSuccess: (_nothing, copy, _result, { client }) =>
    writeConfirmed(client, buyerQuery.queryKey, ({ copies, ...before }) => ({
      ...before,
      copies: [...copies.filter(({ email }) => email !== copy.email), copy],
    })),
  onError: (_error, _copy, _result, { client }) => readBuyerAgain(client),
})

export const removeCopy = mutationOptions({
  mutationKey: ['remove-copy'],
  mutationFn: ({ email }: Copy) => call('removeCopy', { email }),
  onSuccess: (_nothing, copy, _result, { client }) =>
    writeConfirmed(client, buyerQuery.queryKey, ({ copies, ...before }) => ({
      ...before,
      copies: copies.filter(({ email }) => email !== copy.email),
    })),
  onError: (_error, _copy, _result, { client }) => readBuyerAgain(client),
})

/** Refetches the buyer: an unconfirmed change may have been made, and a refusal may mean that the cache is stale. */
function readBuyerAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: buyerQuery.queryKey })
}
