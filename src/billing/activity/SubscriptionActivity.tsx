import { History } from 'lucide-react'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { TableCard } from '../../ui/table/TableCard'
import { type ActivitySort, activityQuery, activitySort } from '../queries'
import { activityColumns, activityCsv } from './activity-columns'

interface SubscriptionActivityProps {
  sort: ActivitySort
  onSortChange: (sort: ActivitySort) => void
}

/** The history of the organisation's plans. */
export function SubscriptionActivity({ sort, onSortChange }: SubscriptionActivityProps) {
  return (
    <TableCard
      title="Subscription Activity"
      text="Every plan your organisation has had"
      query={useRetryableQuery(activityQuery)}
      failure="The activity could not be loaded"
      empty={{
        icon: History,
        title: 'Nothing here yet',
        text: 'As soon as your organisation has had a plan, it is listed here.',
      }}
      columns={activityColumns}
      csv={activityCsv}
      sorting={activitySort}
      sort={sort}
      onSortChange={onSortChange}
    />
  )
}
