import { History } from 'lucide-react'
import { useMemo } from 'react'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { TableCard } from '../../ui/table/TableCard'
import { useSortInAddress } from '../../ui/table/use-sort-in-address'
import { withZoneNote } from '../days'
import { activityQuery } from '../queries'
import { activityColumns, activityCsv } from './activity-columns'

export default function SubscriptionActivity() {
  const query = useRetryableQuery(activityQuery)
  const sorting = useSortInAddress()
  const { data } = query
  // Numbered from the first plan on, because new ones come first and have no id.
  const numbers = useMemo(
    () => new Map(data?.map((row, index) => [row, data.length - index])),
    [data],
  )
  return (
    <TableCard
      title="Subscription Activity"
      text={withZoneNote('Every plan your organisation has had')}
      query={query}
      failure="The activity could not be loaded"
      empty={{
        icon: History,
        isLine: true,
        title: 'Nothing here yet',
        text: 'Once your organisation has had a plan, it will be listed here.',
      }}
      columns={activityColumns}
      csv={activityCsv}
      rowId={(row) => String(numbers.get(row))}
      {...sorting}
      sortedFirst="start_date"
    />
  )
}
