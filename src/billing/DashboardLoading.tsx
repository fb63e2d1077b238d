import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'

/** The Dashboard page while the profile loads, which decides its content (D6). */
export function DashboardLoading() {
  return (
    <div className="space-y-6">
      <LoadingText>Loading Dashboard...</LoadingText>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}
