import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { buyerQuery } from '../queries'

/** Whether the plan's card is still loading. Until then the position of the content below it is unknown. */
export function useIsPlanPending(): boolean {
  const { isPending } = useQuery(profileQuery)
  const isBuyerKnown = useIsBuyerKnown()
  return isPending || !isBuyerKnown
}

/**
 * Whether the card's line about a missing buyer is decided: added later, it would move the page. A failure counts
 * as decided.
 */
export function useIsBuyerKnown(): boolean {
  const { isFetched } = useQuery({ ...buyerQuery, enabled: settings.isOurServer })
  return isFetched || !settings.isOurServer
}
