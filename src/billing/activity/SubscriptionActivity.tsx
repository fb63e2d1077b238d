import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { QueryView } from '../../ui/QueryView'
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
  const frame = (content: ReactNode) => <ActivityCard titleId={titleId}>{content}</ActivityCard>
  return (
    <QueryView
      query={activity}
      loading={<ActivitySkeleton />}
      failure={{
        title: 'The activity could not be loaded',
        text: 'Please check your connection and try again.',
      }}
      frame={frame}
    >
      {(rows) =>
        frame(
          rows.length === 0 ? (
            <EmptyState
              icon={History}
              title="Nothing here yet"
              text="As soon as your organisation has had a plan, it is listed here."
            />
          ) : (
            <ActivityTable
              rows={rows}
              sort={sort}
              onSortChange={onSortChange}
              labelledBy={titleId}
            />
          ),
        )
      }
    </QueryView>
  )
}

function ActivityCard({ titleId, children }: { titleId: string; children: ReactNode }) {
  return (
    <Card className="overflow-hidden">
      <div className="px-4 py-5 sm:px-6">
        <h2 id={titleId} className="text-16 font-[650] tracking-[-0.02em]">
          Subscription Activity
        </h2>
        <p className="mt-0.5 text-12h text-ink-3">Every plan your organisation has had</p>
      </div>
      {children}
    </Card>
  )
}
