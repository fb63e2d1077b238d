import {
  createColumnHelper,
  createSortedRowModel,
  type Row,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ActivityEntry } from './activity-entries'
import { createDateFormat } from './format-date'
import { StatusBadge } from './StatusBadge'

export const activityFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

export type ActivityTableRow = Row<typeof activityFeatures, ActivityEntry>

const formatDate = createDateFormat()

function DateText({ date }: { date: string }) {
  return <time dateTime={date}>{formatDate(date)}</time>
}

/** Every column's value is a number to sort by. */
function byNumber(one: ActivityTableRow, other: ActivityTableRow, columnId: string): number {
  return one.getValue<number>(columnId) - other.getValue<number>(columnId)
}

const helper = createColumnHelper<typeof activityFeatures, ActivityEntry>()

/** Headers are the specification's, to the letter. */
export const activityColumns = helper.columns([
  helper.accessor((entry) => entry.nameRank, {
    id: 'plan_name',
    header: 'Plan Name',
    sortFn: byNumber,
    sortDescFirst: false,
    cell: ({ row }) => <span className="font-semibold text-ink">{row.original.row.plan_name}</span>,
  }),
  helper.accessor((entry) => entry.statusRank, {
    id: 'status',
    header: 'STATUS',
    sortFn: byNumber,
    sortDescFirst: false,
    cell: ({ row }) => (
      <StatusBadge
        status={row.original.status}
        className="max-sm:gap-1 max-sm:px-1.5 max-sm:-ms-1"
      />
    ),
  }),
  helper.accessor((entry) => entry.startTime, {
    id: 'start_date',
    header: 'START DATE',
    sortFn: byNumber,
    sortDescFirst: true,
    cell: ({ row }) => <DateText date={row.original.row.start_date} />,
  }),
  helper.accessor((entry) => entry.endTime, {
    id: 'end_date',
    header: 'END DATE',
    sortFn: byNumber,
    sortDescFirst: true,
    sortUndefined: 'last',
    cell: ({ row }) => {
      const { end_date } = row.original.row
      return end_date === null ? 'N/A' : <DateText date={end_date} />
    },
  }),
])
