import { createColumnHelper } from '@tanstack/react-table'
import type { SubscriptionActivityRow } from '../../../contract/billing'
import type { CsvColumns } from '../../../contract/csv'
import { fileDay } from '../../../contract/site-day'
import { useFetchedProfile } from '../../profile/queries'
import { Badge } from '../../ui/Badge'
import type { Features } from '../../ui/table/columns'
import { fileZone, formatTableDay, siteDayOf } from '../days'
import { currentPlanOf } from '../subscribed-plan'
import { paymentBadgeOf, StatusBadge, statuses, statusOf } from './StatusBadge'

function DateText({ date }: { date: string }) {
  return (
    <time dateTime={date} className="whitespace-nowrap">
      {formatTableDay(date)}
    </time>
  )
}

/** The second badge of the plan in use, where its payment says more than 'Active' (D111). */
function PaymentBadge() {
  const profile = useFetchedProfile()
  const plan = currentPlanOf(profile)
  const badge = profile && plan && paymentBadgeOf(plan, profile.organization)
  return badge && <Badge {...badge} />
}

const { accessor, columns } = createColumnHelper<Features, SubscriptionActivityRow>()

/** @returns 'Growth (monthly)'. Only our own server tells the interval. */
const planText = ({ plan_name, interval }: SubscriptionActivityRow) =>
  interval ? `${plan_name} (${interval})` : plan_name

/** Headers are the specification's, to the letter. */
export const activityColumns = columns([
  accessor(planText, {
    id: 'plan_name',
    header: 'Plan Name',
    cell: ({ row: { original } }) => (
      <>
        <span className="font-semibold text-ink">{original.plan_name}</span>
        {original.interval && ` (${original.interval})`}
      </>
    ),
    meta: { className: 'max-sm:text-14' },
  }),
  accessor((row) => statuses.indexOf(statusOf(row)), {
    id: 'status',
    header: 'STATUS',
    cell: ({ row }) => {
      const status = statusOf(row.original)
      return (
        <span className="flex flex-wrap gap-1.5 max-sm:justify-end">
          <StatusBadge status={status} />
          {status === 'Active' && <PaymentBadge />}
        </span>
      )
    },
    meta: { text: statusOf },
  }),
  accessor((row) => Date.parse(row.start_date), {
    id: 'start_date',
    header: 'START DATE',
    sortDescFirst: true,
    cell: ({ row }) => (
      <>
        <span className="sm:hidden">Start date </span>
        <DateText date={row.original.start_date} />
      </>
    ),
    meta: {
      text: (row) => formatTableDay(row.start_date),
      className: 'max-sm:text-12h',
    },
  }),
  accessor((row) => (row.end_date === null ? undefined : Date.parse(row.end_date)), {
    id: 'end_date',
    header: 'END DATE',
    sortDescFirst: true,
    cell: ({ row: { original } }) => (
      <>
        <span className="sm:hidden">End date </span>
        {original.end_date === null ? <span>N/A</span> : <DateText date={original.end_date} />}
      </>
    ),
    meta: {
      text: (row) => (row.end_date === null ? 'N/A' : formatTableDay(row.end_date)),
      className: 'max-sm:text-end max-sm:text-12h',
    },
  }),
])

export const activityCsv: CsvColumns<SubscriptionActivityRow> = {
  'Plan Name': planText,
  STATUS: statusOf,
  'START DATE': (row) => fileDay(siteDayOf(row.start_date)),
  'END DATE': (row) => (row.end_date === null ? '' : fileDay(siteDayOf(row.end_date))),
  'Time zone': fileZone,
}
