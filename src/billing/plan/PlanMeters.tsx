import { useQuery } from '@tanstack/react-query'
import type { Limits, SubscribedPlan } from '../../../contract/billing'
import { useFetchedProfile } from '../../profile/queries'
import { useTeamAhead } from '../../team/queries'
import { Meter } from '../../ui/cards/Meter'
import { LoadingText } from '../../ui/LoadingText'
import { Skeleton } from '../../ui/Skeleton'
import { pricingQuery } from '../queries'
import { isCurrentPlan } from '../subscribed-plan'

interface PlanMetersProps {
  /** Null: without a plan only the seats are known. */
  plan: SubscribedPlan | null
  /** The limits after the plan's end, if it ends. */
  after?: Limits | undefined
}

/** How many seats and dashboards are used, as far as the answers that the page has anyway tell. */
export function PlanMeters({ plan, after }: PlanMetersProps) {
  const { data: team, isLoading } = useTeamAhead()
  // The page's loader fetches the plans.
  const { data: plans } = useQuery({ ...pricingQuery, enabled: false })
  const shown = useFetchedProfile()?.organization.dashboards
  const limits = plan && plans?.find((one) => isCurrentPlan(one, plan))?.limits
  return (
    <>
      {isLoading && (
        <div className="h-7.5">
          <LoadingText unseen>Loading the seats…</LoadingText>
          <Skeleton className="h-full w-full" />
        </div>
      )}
      {team && (
        <div>
          <Meter
            name="Seats"
            used={team.places.taken}
            held={team.places.reserved}
            limit={team.places.limit}
          />
          <After limit={after?.members} />
        </div>
      )}
      {limits && shown && (
        <div>
          <Meter name="Dashboards" used={shown.length} limit={limits.dashboards ?? null} />
          <After limit={after?.dashboards} />
        </div>
      )}
    </>
  )
}

const After = ({ limit }: { limit: number | undefined }) =>
  limit !== undefined && <p className="mt-1 text-12h text-ink-3">{`${limit} without a plan`}</p>
