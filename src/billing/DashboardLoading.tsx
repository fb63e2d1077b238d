import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'

/** The shape of the Dashboard page, while the profile tells what it will be (D6). */
export function DashboardLoading() {
  return (
    <div className="space-y-6">
      <LoadingText>Loading Dashboard...</LoadingText>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}
