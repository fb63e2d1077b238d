import { createColumnHelper } from '@tanstack/react-table'
import type { Report } from '../../../contract/reports'
import { Avatar } from '../../ui/Avatar'
import { Tag } from '../../ui/Badge'
import { DotText } from '../../ui/DotText'
import { actionsColumn, type Features } from '../../ui/table/columns'
import type { RowLayout } from '../../ui/table/SortableTable'
import { shortDay, shortDueText, whenText, zoneText } from './schedule'

/**
 * The layout on phones: the dashboard above its schedule, with the menu beside both; then person, last mail and next
 * mail.
 */
export const reportLayout: RowLayout = {
  row: 'max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:py-3.5 max-sm:text-14',
  cell: 'sm:h-13',
}

const pauseTexts: Readonly<Record<NonNullable<Report['paused']>['reason'], string>> = {
  failures: 'Failed four times in a row.',
  absence: 'Not signed in for 90 days.',
  dashboard: 'The plan no longer has this dashboard.',
  'second-factor': 'Two-factor authentication has to be set up first.',
}

const failureTexts = {
  dashboard: 'The dashboard did not answer.',
  mail: 'The email was not delivered.',
}

/** Returns the result of the last mail: a word, the reason below it, and the colour of its dot. */
function lastOf({ state, paused, last, time_zone }: Report) {
  if (state === 'waiting') {
    return { tone: 'warn' as const, text: 'Waiting for the address to be confirmed', reason: null }
  }
  if (paused) {
    const text = `Paused on ${shortDay(paused.at, time_zone)}`
    return { tone: 'warn' as const, text, reason: pauseTexts[paused.reason] }
  }
  if (!last) return { tone: 'idle' as const, text: 'Not sent yet', reason: null }
  const day = shortDay(last.at, time_zone)
  if (last.state === 'sent') return { tone: 'ok' as const, text: `Sent on ${day}`, reason: null }
  const reason = failureTexts[last.failure ?? 'dashboard']
  return { tone: 'bad' as const, text: `Failed on ${day}`, reason }
}

function LastCell({ report }: { report: Report }) {
  const { tone, text, reason } = lastOf(report)
  return (
    <DotText tone={tone}>
      <span>{text}</span>
      {reason && <span className="block text-12h/4 text-ink-3">{reason}</span>}
    </DotText>
  )
}

const { accessor, columns } = createColumnHelper<Features, Report>()

const wholeLine = 'max-sm:col-span-2'
/** Padding that leaves room for the longest usual texts on one line of a wide screen. */
const longText = 'lg:pe-3'

const person = accessor('person', {
  id: 'person',
  header: 'Person',
  cell: ({ row: { original }, getValue }) => (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar
        name={getValue()}
        className="sm:max-lg:hidden max-sm:size-6 max-sm:rounded-8 max-sm:text-11h"
      />
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span dir="auto" className="font-semibold text-ink">
          {getValue()}
        </span>
        {original.is_own && <Tag>You</Tag>}
      </div>
    </div>
  ),
  meta: { width: 'w-[17%] lg:w-[21%]', className: `${wholeLine} max-sm:row-start-3 max-sm:py-1.5` },
})

const rest = columns([
  accessor(({ dashboard_name, dashboard_id }) => dashboard_name ?? dashboard_id, {
    id: 'dashboard',
    header: 'Dashboard',
    cell: ({ getValue }) => (
      <span className="font-[550] text-ink max-sm:font-semibold">{getValue()}</span>
    ),
    meta: { width: 'lg:w-[11%]', className: `max-sm:row-start-1 ${longText}` },
  }),
  accessor(whenText, {
    id: 'when',
    header: 'When',
    cell: ({ row: { original }, getValue }) => (
      <div className="text-14/4.5 text-balance">
        <span>{getValue()}</span>
        <div className="text-12h/4 text-ink-3">{zoneText(original.time_zone)}</div>
      </div>
    ),
    meta: { width: 'w-[21%] lg:w-[23%]', className: `max-sm:row-start-2 ${longText}` },
  }),
  accessor((report) => lastOf(report).text, {
    id: 'last',
    header: 'Last',
    cell: ({ row }) => <LastCell report={row.original} />,
    meta: { width: 'w-[23%] lg:w-[21%]', className: `${wholeLine} ${longText}` },
  }),
  accessor(({ next_at, time_zone }) => (next_at ? shortDueText(next_at, time_zone) : 'None'), {
    id: 'next',
    header: 'Next',
    cell: ({ getValue }) => (
      <>
        <span className="sm:hidden">Next: </span>
        <span>{getValue()}</span>
      </>
    ),
    meta: { width: 'w-[14.5%] lg:w-auto', className: `${wholeLine} max-sm:text-12h lg:pe-0` },
  }),
  actionsColumn<Report>(
    'w-15 lg:w-16',
    'text-end max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 max-sm:-me-3 max-sm:-mt-2 sm:pe-3.75 sm:ps-0',
  ),
])

/** @param hasPeople whether the list has other people's reports. */
export const reportColumns = (hasPeople: boolean) => (hasPeople ? columns([person, ...rest]) : rest)
