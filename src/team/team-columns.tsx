import { createColumnHelper } from '@tanstack/react-table'
import { Mail, ShieldCheck, UserRound } from 'lucide-react'
import type { CsvColumns } from '../../contract/csv'
import type { InvitationState } from '../../contract/team'
import { createInstantFormat, formatAgo } from '../lib/format-when'
import { now } from '../lib/server-clock'
import { Avatar } from '../ui/Avatar'
import { Badge } from '../ui/Badge'
import { classNames } from '../ui/class-names'
import { actionsColumn, type Features } from '../ui/table/columns'
import type { RowLayout } from '../ui/table/SortableTable'
import { When } from '../ui/When'
import { emailOf, nameOf, roleOf, sinceOf, statusOf, statusRank, type TeamRow } from './team-rows'

function PersonCell({ row }: { row: TeamRow }) {
  const name = nameOf(row)
  const email = emailOf(row)
  return (
    <div className="flex min-w-0 items-center gap-3">
      {'member' in row ? (
        <Avatar name={name} className="size-9" />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center rounded-control border border-dashed border-ink-3 text-ink-3">
          <Mail className="size-4" />
        </span>
      )}
      <div className="min-w-0 leading-4.5">
        <div className="flex flex-wrap items-center gap-x-2">
          <span
            dir="auto"
            className={`text-14 text-ink ${'member' in row ? 'font-semibold' : 'font-medium'}`}
          >
            {name}
          </span>
          {'member' in row && row.member.is_self && (
            <span className="rounded-6 border border-line-2 px-1.5 text-12 text-ink-2 select-none">
              You
            </span>
          )}
        </div>
        {name !== email && <div className="text-12h text-ink-3">{email}</div>}
      </div>
    </div>
  )
}

const formatInstant = createInstantFormat()

const dots: Record<InvitationState, string> = {
  waiting: 'bg-warn',
  sent: 'bg-brand-500',
  opened: 'bg-ok',
  failed: 'bg-bad',
  expired: 'bg-ink-3',
}

function MailStatus({ row }: { row: TeamRow }) {
  const since = sinceOf(row)
  const state = 'invitation' in row ? row.invitation.state : undefined
  return (
    <span
      className={classNames(
        'flex items-baseline gap-2.5',
        state === 'failed' && 'text-bad',
        state === 'expired' && 'text-ink-3',
      )}
    >
      {state && (
        <span
          className={classNames('size-2 shrink-0 -translate-y-px rounded-full', dots[state])}
          aria-hidden="true"
        />
      )}
      <When at={since} onPaper={statusOf(row, formatInstant)}>
        {(now) => statusOf(row, (at) => formatAgo(at, now))}
      </When>
    </span>
  )
}

/** Lines on phones: person and menu, then role and status. */
export const teamLayout: RowLayout = {
  row: 'max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:py-3.5',
  cell: 'sm:h-16.25',
}

const roleLooks = {
  Admin: { tone: 'accent', icon: ShieldCheck },
  Member: { tone: 'neutral', icon: UserRound },
} as const

const { accessor, columns } = createColumnHelper<Features, TeamRow>()

export const teamColumns = columns([
  accessor((row) => `${nameOf(row)} ${emailOf(row)}`, {
    id: 'person',
    header: 'Person',
    cell: ({ row }) => <PersonCell row={row.original} />,
    meta: { className: 'max-sm:col-span-2 max-sm:min-h-11 max-sm:content-center' },
  }),
  accessor(roleOf, {
    id: 'role',
    header: 'Role',
    cell: ({ getValue }) => <Badge {...roleLooks[getValue()]}>{getValue()}</Badge>,
    meta: { width: 'w-[17%] min-w-36', className: 'max-sm:row-start-2 max-sm:ps-12' },
  }),
  accessor(statusRank, {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <MailStatus row={row.original} />,
    meta: {
      text: (row) => statusOf(row, (at) => formatAgo(at, now())),
      width: 'w-53 md:w-64 lg:w-[38%]',
      className:
        'max-sm:col-span-2 max-sm:row-start-2 max-sm:min-w-0 max-sm:pt-0.75 max-sm:text-12h',
    },
  }),
  actionsColumn<TeamRow>(
    'w-20',
    'text-end max-sm:col-start-3 max-sm:row-start-1 max-sm:-me-3 sm:pe-3.75 sm:ps-0',
  ),
])

export const teamCsv: CsvColumns<TeamRow> = {
  Name: (row) => ('member' in row ? row.member.full_name : ''),
  Email: emailOf,
  Role: roleOf,
  Status: (row) => ('member' in row ? 'member' : row.invitation.state),
  Since: sinceOf,
  'Invited by': (row) => ('member' in row ? '' : (row.invitation.invited_by ?? '')),
  Failure: (row) => ('member' in row ? '' : (row.invitation.failure ?? '')),
}
