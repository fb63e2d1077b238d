import { createColumnHelper } from '@tanstack/react-table'
import { Mail, ShieldCheck, UserRound } from 'lucide-react'
import type { CsvColumns } from '../../contract/csv'
import type { InvitationState } from '../../contract/team'
import { formatAgo, formatInstant } from '../lib/format-when'
import { now } from '../lib/server-clock'
import { Avatar } from '../ui/Avatar'
import { Badge, Tag } from '../ui/Badge'
import { DotText, type DotTone } from '../ui/DotText'
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
        <Avatar name={name} />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-10 border border-dashed border-edge text-ink-3"
        >
          <Mail className="size-3.75" />
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
          {'member' in row && row.member.is_self && <Tag>You</Tag>}
        </div>
        {name !== email && <div className="text-12h text-ink-3">{email}</div>}
      </div>
    </div>
  )
}

const dots: Record<InvitationState, DotTone> = {
  waiting: 'warn',
  sent: 'accent',
  opened: 'ok',
  failed: 'bad',
  expired: 'idle',
}

function MailStatus({ row }: { row: TeamRow }) {
  const since = sinceOf(row)
  const when = (
    <When at={since} onPaper={statusOf(row, formatInstant)}>
      {(now) => statusOf(row, (at) => formatAgo(at, now))}
    </When>
  )
  return 'invitation' in row ? <DotText tone={dots[row.invitation.state]}>{when}</DotText> : when
}

/** Lines on phones: person and menu, then role and status. */
export const teamLayout: RowLayout = {
  row: 'max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-2 max-sm:gap-y-1.5 max-sm:pt-2.5 max-sm:pb-3',
  cell: 'sm:h-13',
  // With the seats below the title, unless the card is wide.
  head: 'sm:[--head:7rem] lg:[--head:4.5rem]',
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
    meta: { className: 'max-sm:col-span-2 max-sm:min-h-9 max-sm:content-center' },
  }),
  accessor(roleOf, {
    id: 'role',
    header: 'Role',
    cell: ({ getValue }) => <Badge {...roleLooks[getValue()]}>{getValue()}</Badge>,
    meta: { width: 'w-[17%] min-w-36', className: 'max-sm:row-start-2 max-sm:ps-11' },
  }),
  accessor(statusRank, {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <MailStatus row={row.original} />,
    meta: {
      text: (row) => statusOf(row, (at) => formatAgo(at, now())),
      width: 'w-53 md:w-64 lg:w-[38%]',
      className: 'max-sm:col-span-2 max-sm:row-start-2 max-sm:min-w-0 max-sm:pt-0.5 max-sm:text-13',
    },
  }),
  actionsColumn<TeamRow>(
    'w-20',
    'text-end max-sm:col-start-3 max-sm:row-start-1 max-sm:-my-1 max-sm:-me-3 sm:pe-3.75 sm:ps-0',
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
