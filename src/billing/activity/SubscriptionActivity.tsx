import { useQuery } from '@tanstack/react-query'
import { CircleAlert, History } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { activityQuery } from '../queries'
import { ActivitySkeleton } from './ActivitySkeleton'
import { ActivityTable } from './ActivityTable'
import type { ActivitySort } from './activity-sort'

interface SubscriptionActivityProps {
  sort: ActivitySort
  onSortChange: (sort: ActivitySort) => void
}

/** Every plan that the organisation has had. */
export function SubscriptionActivity({ sort, onSortChange }: SubscriptionActivityProps) {
  const activity = useQuery(activityQuery)
  const titleId = useId()
  if (activity.isPending) return <ActivitySkeleton />
  return (
    <Card className="overflow-hidden">
      <div className="px-4 py-5 sm:px-6">
        <h2 id={titleId} className="text-16 font-[650] tracking-[-0.02em]">
          Subscription Activity
        </h2>
        <p className="mt-0.5 text-12h text-ink-3">Every plan your organisation has had</p>
      </div>
      {!activity.data ? (
        <EmptyState
          alert
          icon={CircleAlert}
          title="The activity could not be loaded"
          text="Please check your connection and try again."
          action={<Button onClick={() => void activity.refetch()}>Try again</Button>}
        />
      ) : activity.data.length === 0 ? (
        <EmptyState
          icon={History}
          title="Nothing here yet"
          text="As soon as your organisation has had a plan, it is listed here."
        />
      ) : (
        <ActivityTable
          rows={activity.data}
          sort={sort}
          onSortChange={onSortChange}
          labelledBy={titleId}
        />
      )}
    </Card>
  )
}
