import { createDateFormat } from '../../lib/format-date'
import type { TableColumn } from '../../ui/table/table-columns'
import type { ActivityEntry } from './activity-entries'
import type { ActivitySort } from './activity-sort'
import { StatusBadge } from './StatusBadge'

const formatDate = createDateFormat()
const dateWidth = 'w-[24%] max-[359px]:w-[22%] sm:w-1/4'

function DateText({ date }: { date: string }) {
  return <time dateTime={date}>{formatDate(date)}</time>
}

/** Headers are the specification's, to the letter. */
export const activityColumns: Readonly<Record<ActivitySort['sort'], TableColumn<ActivityEntry>>> = {
  plan_name: {
    header: 'Plan Name',
    value: (entry) => entry.nameRank,
    cell: ({ row }) => <span className="font-semibold text-ink">{row.plan_name}</span>,
  },
  status: {
    header: 'STATUS',
    value: (entry) => entry.statusRank,
    cell: ({ status }) => (
      <StatusBadge status={status} className="max-sm:gap-1 max-sm:px-1.5 max-sm:-ms-1" />
    ),
    width: 'w-[27%] max-[359px]:w-[31%] sm:w-1/4',
  },
  start_date: {
    header: 'START DATE',
    value: (entry) => entry.startTime,
    cell: ({ row }) => <DateText date={row.start_date} />,
    width: dateWidth,
  },
  end_date: {
    header: 'END DATE',
    value: (entry) => entry.endTime,
    cell: ({ row }) => (row.end_date === null ? 'N/A' : <DateText date={row.end_date} />),
    width: dateWidth,
  },
}
