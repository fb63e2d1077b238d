import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { buyerQuery } from '../queries'

/** Whether the plan's card doesn't show yet, and so the place of what is below it is unknown. */
export function useIsPlanPending(): boolean {
  const { isPending } = useQuery(profileQuery)
  const isBuyerKnown = useIsBuyerKnown()
  return isPending || !isBuyerKnown
}

/**
 * Whether it is known if the plan's card says that a buyer is missing: a line that came later would move the page. A
 * failure counts as known.
 */
export function useIsBuyerKnown(): boolean {
  const { isFetched } = useQuery({ ...buyerQuery, enabled: settings.isOurServer })
  return isFetched || !settings.isOurServer
}
