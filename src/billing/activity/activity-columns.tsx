import type { SubscriptionActivityRow } from '../../../contract/billing'
import type { CsvColumns } from '../../lib/csv'
import type { TableColumns } from '../../ui/table/SortableTable'
import { fileDay, fileZone, formatTableDay, siteDayOf } from '../days'
import type { ActivitySort } from '../queries'
import { statuses, statusOf } from './activity-status'
import { StatusBadge } from './StatusBadge'

/** On phones wide enough for a date on one line, in most languages; on very narrow ones dates take two. */
const widths = {
  status: 'w-[29%] min-[22.5rem]:w-[5.0625rem] min-[24rem]:w-[5.25rem] sm:w-1/4',
  start: 'w-[22%] min-[22.5rem]:w-[5.375rem] min-[24rem]:w-[5.625rem] sm:w-1/4',
  end: 'w-[25%] min-[22.5rem]:w-[6.125rem] min-[24rem]:w-[6.625rem] sm:w-1/4',
}

function DateText({ date }: { date: string }) {
  return <time dateTime={date}>{formatTableDay(date)}</time>
}

/** Headers are the specification's, to the letter. */
export const activityColumns: TableColumns<SubscriptionActivityRow, ActivitySort['sort']> = {
  plan_name: {
    header: 'Plan Name',
    text: (row) => row.plan_name,
    cell: (row) => <span className="font-semibold text-ink">{row.plan_name}</span>,
  },
  status: {
    header: 'STATUS',
    text: statusOf,
    value: (row) => statuses.indexOf(statusOf(row)),
    cell: (row) => (
      // On phones the word alone has room.
      <StatusBadge status={statusOf(row)} className="max-sm:[&>svg]:hidden" />
    ),
    width: widths.status,
  },
  start_date: {
    header: 'START DATE',
    text: (row) => formatTableDay(row.start_date),
    value: (row) => Date.parse(row.start_date),
    cell: (row) => <DateText date={row.start_date} />,
    width: widths.start,
  },
  end_date: {
    header: 'END DATE',
    text: (row) => (row.end_date === null ? 'N/A' : formatTableDay(row.end_date)),
    value: (row) => (row.end_date === null ? undefined : Date.parse(row.end_date)),
    cell: (row) => (row.end_date === null ? 'N/A' : <DateText date={row.end_date} />),
    width: widths.end,
  },
}

export const activityCsv: CsvColumns<SubscriptionActivityRow> = {
  'Plan Name': (row) => row.plan_name,
  STATUS: statusOf,
  'START DATE': (row) => fileDay(siteDayOf(row.start_date)),
  'END DATE': (row) => (row.end_date === null ? '' : fileDay(siteDayOf(row.end_date))),
  'Time zone': fileZone,
}
