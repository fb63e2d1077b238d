import { Card } from '../../ui/Card'
import { LoadingText } from '../../ui/LoadingText'
import { Skeleton } from '../../ui/Skeleton'

/** The shape of the current plan, while the profile loads. */
export function CurrentPlanSkeleton() {
  return (
    <Card className="flex flex-wrap justify-between gap-6 p-4 sm:p-6">
      <LoadingText unseen>Loading your plan…</LoadingText>
      <div>
        <Skeleton className="mt-1 h-5 w-36" />
        <Skeleton className="mt-3 h-3.5 w-60 max-w-full" />
        <div className="mt-7 flex max-w-80 flex-wrap gap-x-10 gap-y-4 lg:max-w-none">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3.5 w-32" />
          <Skeleton className="h-3.5 w-36" />
        </div>
      </div>
      <div className="flex flex-col justify-between gap-6 md:items-end">
        <Skeleton className="mt-1 h-9 w-32" />
        <Skeleton className="h-11 w-60 rounded-control" />
      </div>
    </Card>
  )
}
