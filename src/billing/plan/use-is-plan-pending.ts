import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../profile/queries'
import { useBuyer } from '../buyer-in-use'

/** Whether the plan's card is still loading. Until then the position of the content below it is unknown. */
export function useIsPlanPending(): boolean {
  const { isPending } = useQuery(profileQuery)
  const { isKnown } = useBuyer()
  return isPending || !isKnown
}
