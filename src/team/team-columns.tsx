import { ShieldCheck, UserRound } from 'lucide-react'
import type { CsvColumns } from '../lib/csv'
import { now } from '../lib/server-clock'
import { Badge } from '../ui/Badge'
import { formatAgo } from '../ui/table/format-when'
import type { TableColumns, TableLook } from '../ui/table/SortableTable'
import { MailStatus } from './MailStatus'
import { PersonCell } from './PersonCell'
import type { TeamSort } from './queries'
import { emailOf, nameOf, roleOf, sinceOf, statusOf, statusRank, type TeamRow } from './team-rows'

/** On phones: person and menu on one line, role and status below the name. */
export const teamLook: TableLook = {
  row: 'max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:py-3.5',
  cell: 'sm:h-16.25',
}

export const teamColumns: TableColumns<TeamRow, TeamSort['sort']> = {
  person: {
    header: 'Person',
    text: (row) => `${nameOf(row)} ${emailOf(row)}`,
    cell: (row) => <PersonCell row={row} />,
    className: 'max-sm:col-span-2 max-sm:min-h-11 max-sm:content-center',
  },
  role: {
    header: 'Role',
    text: roleOf,
    cell: (row) =>
      roleOf(row) === 'Admin' ? (
        <Badge tone="accent" icon={ShieldCheck}>
          Admin
        </Badge>
      ) : (
        <Badge tone="neutral" icon={UserRound}>
          Member
        </Badge>
      ),
    width: 'w-[17%] min-w-36',
    className: 'max-sm:row-start-2 max-sm:ps-12',
  },
  status: {
    header: 'Status',
    text: (row) => statusOf(row, (at) => formatAgo(at, now())),
    value: statusRank,
    cell: (row) => <MailStatus row={row} />,
    width: 'w-53 md:w-64 lg:w-[38%]',
    className: 'max-sm:col-span-2 max-sm:row-start-2 max-sm:min-w-0 max-sm:pt-0.75 max-sm:text-12h',
  },
}

export const teamCsv: CsvColumns<TeamRow> = {
  Name: (row) => (row.kind === 'member' ? row.member.full_name : ''),
  Email: emailOf,
  Role: roleOf,
  Status: (row) => (row.kind === 'member' ? 'member' : row.invitation.state),
  Since: sinceOf,
  'Invited by': (row) => (row.kind === 'member' ? '' : (row.invitation.invited_by ?? '')),
  Failure: (row) => (row.kind === 'member' ? '' : (row.invitation.failure ?? '')),
}
