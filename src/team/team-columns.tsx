import { createColumnHelper } from '@tanstack/react-table'
import { ShieldCheck, UserRound } from 'lucide-react'
import type { CsvColumns } from '../lib/csv'
import { formatAgo } from '../lib/format-when'
import { now } from '../lib/server-clock'
import { Badge } from '../ui/Badge'
import type { Features } from '../ui/table/columns'
import type { RowLayout } from '../ui/table/SortableTable'
import { MailStatus } from './MailStatus'
import { PersonCell } from './PersonCell'
import { emailOf, nameOf, roleOf, sinceOf, statusOf, statusRank, type TeamRow } from './team-rows'

/** On phones: person and menu on one line, role and status below the name. */
export const teamLayout: RowLayout = {
  row: 'max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:py-3.5',
  cell: 'sm:h-16.25',
}

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
    cell: ({ getValue }) =>
      getValue() === 'Admin' ? (
        <Badge tone="accent" icon={ShieldCheck}>
          Admin
        </Badge>
      ) : (
        <Badge tone="neutral" icon={UserRound}>
          Member
        </Badge>
      ),
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
])

export const teamCsv: CsvColumns<TeamRow> = {
  Name: (row) => (row.kind === 'member' ? row.member.full_name : ''),
  Email: emailOf,
  Role: roleOf,
  Status: (row) => (row.kind === 'member' ? 'member' : row.invitation.state),
  Since: sinceOf,
  'Invited by': (row) => (row.kind === 'member' ? '' : (row.invitation.invited_by ?? '')),
  Failure: (row) => (row.kind === 'member' ? '' : (row.invitation.failure ?? '')),
}
