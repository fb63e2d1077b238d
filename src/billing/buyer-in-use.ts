import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { BuyerResponse } from '../../contract/buyer'
import { settings } from '../settings'
import { buyerQuery } from './queries'

/**
 * Reads the buyer, where there is one. Added later, it would move the page: it decides the currencies to choose from, the
 * words about tax, and the height of the plan's card.
 * @returns the answer, and whether the buyer is decided. A failure counts as decided.
 */
export function useBuyer() {
  const query = useQuery({ ...buyerQuery, enabled: settings.isOurServer })
  return { data: query.data, isKnown: query.isFetched || !settings.isOurServer }
}

/** @returns the words for the tax that prices contain, for use behind a price: ' incl. GST'. Empty: none, or unknown. */
export function taxText(buyer: BuyerResponse | undefined): string {
  const country = buyer?.billed_to?.country ?? 'IN'
  return buyer?.tax === 'gst' && country === 'IN' ? ' incl. GST' : ''
}

/** @returns the same words, as far as the buyer was read. */
export const knownTaxText = (client: QueryClient): string =>
  taxText(client.getQueryData(buyerQuery.queryKey))
