import { createDateFormat } from '../../lib/format-date'
import type { TableColumn } from '../../ui/table/table-columns'
import type { ActivityEntry } from './activity-entries'
import type { ActivitySort } from './activity-sort'
import { StatusBadge } from './StatusBadge'

const formatDate = createDateFormat()
/**
 * On phones as wide as what most languages make of a date, in a line: the name has the rest. Where not
 * even that has room, dates take two lines.
 */
const widths = {
  status: 'w-[29%] min-[22.5rem]:w-[5.0625rem] min-[24rem]:w-[5.25rem] sm:w-1/4',
  start: 'w-[22%] min-[22.5rem]:w-[5.375rem] min-[24rem]:w-[5.625rem] sm:w-1/4',
  end: 'w-[25%] min-[22.5rem]:w-[6.125rem] min-[24rem]:w-[6.625rem] sm:w-1/4',
}

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
      <StatusBadge status={status} className="max-sm:gap-1 max-sm:bg-transparent max-sm:px-0" />
    ),
    width: widths.status,
  },
  start_date: {
    header: 'START DATE',
    value: (entry) => entry.startTime,
    cell: ({ row }) => <DateText date={row.start_date} />,
    width: widths.start,
  },
  end_date: {
    header: 'END DATE',
    value: (entry) => entry.endTime,
    cell: ({ row }) => (row.end_date === null ? 'N/A' : <DateText date={row.end_date} />),
    width: widths.end,
  },
}
